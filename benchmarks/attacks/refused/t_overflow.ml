(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let wide n = QCheck.Gen.int_bound (n + 1)
let g = wide max_int
