(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let names = [| 1; 2; 3 |]
let last = names.(2)
let g = QCheck.Gen.return last
let h = QCheck.Gen.oneofa names
