(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let first = List.hd (List.filter (fun n -> n > 5) [ 1 ])
let g = QCheck.Gen.return first
