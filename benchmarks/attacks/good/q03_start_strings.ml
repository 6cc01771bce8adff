(* class: control, a generator without claim is built when the program starts *)
let good = QCheck.Gen.(map String.uppercase_ascii string)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
