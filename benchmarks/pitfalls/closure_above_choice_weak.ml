(* closure_above_choice with a precondition that only one of the choices needs:
   given 2, the closure that captured 2 fails. *)
(* expect: rejected *)
(* missing: one_or_two_below 2 => 2 *)
open Covenant_runtime

let one_or_two_below (y : int) : int =
  let x = if bool_gen () then 1 else 2 in
  let capped = fun (z : int) -> if x < z then x else err () in
  capped y
[@@covers {| y:{v:int | 1 < v} -> [v:int | v = 1 || v = 2] |}]
