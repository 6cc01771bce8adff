(* class: a generator without claim that raises or never ends when the program starts *)
let f = function 1 -> 2 | 2 -> 3
let bad = QCheck.Gen.return (f 4)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
