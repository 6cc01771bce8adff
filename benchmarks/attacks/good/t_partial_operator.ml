(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let g = QCheck.Gen.map (( * ) 3) QCheck.Gen.small_nat
