(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let pad n = String.make (n - 4) ' '
let blanks = pad 2
let g = QCheck.Gen.return blanks
