(* class: an arm that raises when it is built, whatever is drawn *)
let f h = QCheck.Gen.return (h None)
let g = QCheck.Gen.(oneof [ return 1; f (fun (Some x) -> x) ])
[@@covers {| [v:int | v = 1] |}]
