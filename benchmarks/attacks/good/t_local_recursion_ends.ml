(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let tree n =
  let rec go k = if k = 0 then QCheck.Gen.return 0 else go (k - 1) in
  go n
let g = tree 5
