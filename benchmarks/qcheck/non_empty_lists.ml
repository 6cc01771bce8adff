(* Lists with a first element, and their arbitrary with a printer. *)
(* expect: valid *)
(* level: 2 *)
open QCheck
let non_empty_list = Gen.(map2 (fun x xs -> x :: xs) int (list_size (0 -- 10) int))
[@@covers {| [v:int list | 1 <= len v && len v <= 11] |}]
let arb = make ~print:Print.(list int) non_empty_list
[@@covers {| [v:int list | 1 <= len v && len v <= 11] |}]
