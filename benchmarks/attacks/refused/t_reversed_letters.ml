(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let letters low high = QCheck.Gen.char_range low high
let g = letters 'z' 'a'
