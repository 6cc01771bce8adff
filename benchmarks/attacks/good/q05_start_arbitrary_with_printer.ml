(* class: control, a generator without claim is built when the program starts *)
let good = QCheck.(make ~print:Print.int Gen.(int_range 1 5))
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
