(* Every integer list of at most [size] elements. Without its base case. *)
(* expect: rejected *)
(* missing: sized_list 0 => [] *)
open Covenant_runtime

let rec sized_list (size : int) : int list =
  if size = 0 then err ()
  else if bool_gen () then []
  else int_gen () :: sized_list (size - 1)
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
