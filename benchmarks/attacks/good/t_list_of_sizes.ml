(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let sizes = List.init 4 (fun k -> k)
let all = List.map (fun n -> QCheck.Gen.int_bound n) sizes
let g = QCheck.Gen.oneof all
