(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let build b = if b then QCheck.Gen.int_bound (-1 * 2) else QCheck.Gen.return 0
let g = build (List.length [ 1 ] = 1)
