(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let build n =
  let n = n - 5 in
  if n > -100 then QCheck.Gen.int_bound n else QCheck.Gen.return 0
let g = build 3
