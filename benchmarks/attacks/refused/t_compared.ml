(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let same = List.mem (fun x -> x) [ (fun x -> x) ]
let g = QCheck.Gen.return same
