(* class: a generator without claim that raises or never ends when the program starts *)
module M = struct let bad = QCheck.Gen.int_range 5 1 end
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
