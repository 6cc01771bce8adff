(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let low n = QCheck.Gen.int_bound (n - 2)
let g = low 1
