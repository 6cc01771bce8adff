(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let range ?(low = 1 / 0) ~high () = QCheck.Gen.int_range low high
let g = range ~high:3 ()
