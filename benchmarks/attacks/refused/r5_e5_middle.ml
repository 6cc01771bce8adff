(* class: top-level effect before a claim of a QCheck file *)
let f = QCheck.Gen.return 2
[@@covers {| [v:int | v = 2] |}]
let () = exit 0
let unused n = QCheck.Gen.return n
