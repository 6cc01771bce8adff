(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let g = QCheck.Gen.oneofa (Array.of_list (List.filter (fun n -> n > 5) [ 1 ]))
let x = (Array.of_list [ 1; 2 ]).(2)
let h = QCheck.Gen.return x
