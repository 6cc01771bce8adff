(* class: a generator without claim that raises or never ends when the program starts *)
let f ~x:(Some y) = QCheck.Gen.return y
let bad = f ~x:None
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
