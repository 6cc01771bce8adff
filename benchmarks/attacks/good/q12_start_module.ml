(* class: control, a generator without claim is built when the program starts *)
module M = struct let good = QCheck.Gen.int_range 1 5 end
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
