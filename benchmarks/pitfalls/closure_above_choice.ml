(* A closure that returns the choice it captured if its argument is larger. For any
   argument above both choices, both can come back. *)
(* expect: valid *)
open Covenant_runtime

let one_or_two_below (y : int) : int =
  let x = if bool_gen () then 1 else 2 in
  let capped = fun (z : int) -> if x < z then x else err () in
  capped y
[@@covers {| y:{v:int | 2 < v} -> [v:int | v = 1 || v = 2] |}]
