(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let kind = function 0 -> QCheck.Gen.return 0 | 1 -> QCheck.Gen.return 1
let g = kind 2
