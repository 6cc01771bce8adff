(* class: a generator without claim that raises or never ends when the program starts *)
let h = -5
let f () = QCheck.Gen.int_range 0 h
let h = 5
let bad = f ()
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
