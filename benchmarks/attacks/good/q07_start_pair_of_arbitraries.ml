(* class: control, a generator without claim is built when the program starts *)
let good = QCheck.(pair small_int (list small_int))
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
