(* class: an arm that raises when it is built *)
let g = QCheck.Gen.(oneof [ return 1; return (List.hd []) ])
[@@covers {| [v:int | v = 1] |}]
