(* Every integer list of at most [size] elements. Nothing but the base case; the coin is there. *)
(* expect: rejected *)
(* missing: sized_list 1 => [] *)
open Covenant_runtime

let rec sized_list (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then err ()
  else err ()
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
