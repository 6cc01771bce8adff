(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let build (Some x) y = QCheck.Gen.return (x + y)
let h = build None
let g = h 1
