(* class: a generator without claim that raises or never ends when the program starts *)
let f x y = QCheck.Gen.int_range x y
let k = f 5
let bad = k 1
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
