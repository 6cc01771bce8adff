(* class: a generator without claim that raises or never ends when the program starts *)
let bad = QCheck.Gen.oneofl [1; int_of_string "a"]
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
