(* The recursive call is made at a negative size, which the claim's precondition
   forbids: nothing may be concluded from it. *)
(* expect: rejected *)
(* missing: down_by_two 1 => [0] *)
open Covenant_runtime

let rec down_by_two (size : int) : int list =
  if size = 0 then []
  else int_gen () :: down_by_two (size - 2)
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size] |}]
[@@measure size]
