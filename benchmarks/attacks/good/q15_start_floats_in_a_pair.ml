(* class: control, a generator without claim is built when the program starts *)
let good = QCheck.Gen.(pair (oneofl ["a"; "b"]) (float_bound_inclusive 1.0))
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
