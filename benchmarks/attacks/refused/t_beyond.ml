(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let names = [| 1; 2; 3 |]
let last = names.(3)
let g = QCheck.Gen.return last
