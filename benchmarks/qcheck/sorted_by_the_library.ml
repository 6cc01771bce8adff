(* Sorted lists, by `List.sort`. *)
(* expect: valid *)
(* level: 2 *)
let sorted_list = QCheck.Gen.(map (List.sort compare) (list_size (int_bound 20) int))
[@@covers {| [v:int list | sorted v && len v <= 20] |}]
