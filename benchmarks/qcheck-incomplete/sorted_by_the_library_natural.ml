(* Elements are never negative. *)
(* expect: rejected *)
(* missing: sorted_list () => [-1] *)
let sorted_list = QCheck.Gen.(map (List.sort compare) (list_size (int_bound 20) small_nat))
[@@covers {| [v:int list | sorted v && len v <= 20] |}]
