(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let last = List.nth [ 1; 2 ] 2
let g = QCheck.Gen.return last
