(* class: a generator without claim that raises or never ends when the program starts *)
let bad = QCheck.Gen.(list_size (int_range 3 2) int)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
