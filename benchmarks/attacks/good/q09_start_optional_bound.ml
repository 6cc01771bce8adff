(* class: control, a generator without claim is built when the program starts *)
let f ?(low = 3) high = QCheck.Gen.int_range low high let good = f 7
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
