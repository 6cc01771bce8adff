(* class: an arm that raises when it is built, whatever is drawn *)
let f (Some x) = QCheck.Gen.return x
let g = QCheck.Gen.(oneof [return 1; f None]) [@@covers {| [v:int | v = 1] |}]
