(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let shares = List.map (fun n -> 10 / n) [ 1; 0 ]
let g = QCheck.Gen.oneofl shares
