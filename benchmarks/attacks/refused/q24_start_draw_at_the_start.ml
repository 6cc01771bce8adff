(* class: a generator without claim that raises or never ends when the program starts *)
let bad = let open QCheck.Gen in return (generate1 (int_range 3 1))
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
