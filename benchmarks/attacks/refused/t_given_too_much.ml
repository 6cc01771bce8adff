(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let state = Random.State.make [| 1 |]
let pick = QCheck.Gen.oneof []
let g = pick state
