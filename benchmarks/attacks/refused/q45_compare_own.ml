(* class: an order that is none *)
let compare a b = b - a
let g = QCheck.Gen.(map (List.sort compare) (list_size (int_bound 2) int))
[@@covers {| [v:int list | sorted v && len v <= 2] |}]
