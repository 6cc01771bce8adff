(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let bounds = (5, 1)
let build (low, high) = QCheck.Gen.int_range low high
let g = build bounds
