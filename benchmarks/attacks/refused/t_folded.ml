(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let total = List.fold_left (fun sum n -> sum / n) 10 [ 1; 0 ]
let g = QCheck.Gen.return total
