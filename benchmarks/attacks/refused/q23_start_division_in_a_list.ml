(* class: a generator without claim that raises or never ends when the program starts *)
let bad = QCheck.Gen.oneofl (List.map (fun x -> 1 / x) [1; 0])
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
