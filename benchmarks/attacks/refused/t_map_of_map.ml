(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let all = List.map (List.map (fun n -> 10 mod n)) [ [ 1 ]; [ 2; 0 ] ]
let g = QCheck.Gen.oneofl all
