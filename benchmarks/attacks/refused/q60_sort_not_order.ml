(* class: an order that is none *)
let g = QCheck.Gen.(map (List.sort (fun a b -> a + b)) (list_size (int_bound 2) int))
[@@covers {| [v:int list | len v <= 2] |}]
