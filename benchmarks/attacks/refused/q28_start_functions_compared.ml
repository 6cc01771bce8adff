(* class: a generator without claim that raises or never ends when the program starts *)
let bad = if (fun x -> x) = (fun x -> x) then QCheck.Gen.int else QCheck.Gen.nat
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
