(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let letter n = Char.chr (n * 100)
let c = letter 3
let g = QCheck.Gen.return c
