(* class: a generator without claim that raises or never ends when the program starts *)
let f (Some x) = QCheck.Gen.return x
let bad = f None
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
