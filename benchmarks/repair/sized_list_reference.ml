(* Every integer list of at most [size] elements. *)
(* expect: valid *)
open Covenant_runtime

let rec sized_list (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else int_gen () :: sized_list (size - 1)
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
