(* Two orders of six. *)
(* expect: rejected *)
(* missing: perm () => [1; 3; 2] *)
let perm = QCheck.Gen.(map (fun b -> if b then [ 1; 2; 3 ] else [ 3; 2; 1 ]) bool)
[@@covers {| [v:int list | len v = 3 && mem v 1 && mem v 2 && mem v 3] |}]
