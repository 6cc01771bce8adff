let f = QCheck.Gen.(int >>= (let k = 1 in fun y -> return (y + k)))
[@@covers {| [v:int | true] |}]
