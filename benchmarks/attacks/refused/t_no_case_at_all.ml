(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
type t = A | B | C
let kind = function A -> QCheck.Gen.return 0 | B -> QCheck.Gen.return 1
let g = kind C
