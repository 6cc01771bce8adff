(* class: a generator without claim that raises or never ends when the program starts *)
let n = 5
let f n = QCheck.Gen.int_range 0 n
let bad = f (-1)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
