(* Fig. 21 (a): the shorter lists come from a recursive call at a smaller size. *)
(* expect: valid *)
open Covenant_runtime

let rec sized_list_gen (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then sized_list_gen (size - 1)
  else int_gen () :: sized_list_gen (size - 1)
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
