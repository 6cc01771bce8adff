(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let kind n = match n with m when m / 0 = 1 -> QCheck.Gen.return 0 | _ -> QCheck.Gen.return 1
let g = kind 2
