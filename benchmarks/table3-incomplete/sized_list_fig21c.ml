(* Fig. 21 (c): the head is the size that is left, not a random integer. Shorter
   lists come from a recursive call, so [] is there, but the elements are fixed. *)
(* expect: rejected *)
(* missing: sized_list 1 => [0] *)
open Covenant_runtime

let rec sized_list (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then sized_list (size - 1)
  else
    let tail = sized_list (size - 1) in
    size :: tail
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
