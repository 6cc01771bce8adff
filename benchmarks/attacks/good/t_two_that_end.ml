(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let rec a n = if n = 0 then QCheck.Gen.return 0 else b (n - 1)
and b n = if n = 0 then QCheck.Gen.return 1 else a (n - 1)
let g = a 3
