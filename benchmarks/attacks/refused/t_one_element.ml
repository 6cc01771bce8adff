(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let first [ x ] = QCheck.Gen.return x
let g = first []
