(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let shares = List.map (fun n -> n / 2) [ 1; 2 ]
let g = QCheck.Gen.oneofl shares
