(* class: control, a generator without claim is built when the program starts *)
let k x = x + 1 let good = QCheck.Gen.return (k 3)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
