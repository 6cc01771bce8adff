(* class: an arm that raises when it is built, whatever is drawn *)
let g = QCheck.Gen.(oneof [ return 1; (let (Some x) = None in return x) ])
[@@covers {| [v:int | v = 1] |}]
