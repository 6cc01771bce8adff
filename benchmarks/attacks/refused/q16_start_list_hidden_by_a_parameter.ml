(* class: a generator without claim that raises or never ends when the program starts *)
let xs = [1]
let f xs = QCheck.Gen.oneofl xs
let bad = f []
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
