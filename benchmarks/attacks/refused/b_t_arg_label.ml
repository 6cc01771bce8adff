(* class: building moved *)
let k ~(g : int QCheck.Gen.t) x = QCheck.Gen.(oneof [ return x; g ])
let f (n : int) = k ~g:(QCheck.Gen.return (10 / n)) 0
[@@covers {| n:int -> [v:int | v = 0] |}]
