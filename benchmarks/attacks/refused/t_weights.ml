(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let entry n = (n, QCheck.Gen.return n)
let g = QCheck2.Gen.frequency [ (0, QCheck2.Gen.return 1) ]
