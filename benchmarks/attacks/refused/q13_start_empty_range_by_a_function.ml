(* class: a generator without claim that raises or never ends when the program starts *)
let f n = QCheck.Gen.int_range n 0
let bad = f 3
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
