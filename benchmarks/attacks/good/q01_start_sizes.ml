(* class: control, a generator without claim is built when the program starts *)
let good = QCheck.Gen.(list_size (int_range 2 3) int)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
