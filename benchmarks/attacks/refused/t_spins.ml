(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let rec spin n = if n = 0 then QCheck.Gen.return 0 else spin (n - 2)
let g = spin 3
