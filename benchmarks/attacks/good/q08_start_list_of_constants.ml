(* class: control, a generator without claim is built when the program starts *)
let xs = [1; 2] let good = QCheck.Gen.oneofl xs
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
