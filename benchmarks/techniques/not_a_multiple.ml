(* Numbers that three does not divide, from below zero upwards. *)
(* expect: valid *)
open Covenant_runtime

let not_a_multiple () : int =
  let third = int_gen () in
  let rest = int_range 1 2 in
  (3 * third) + rest
[@@covers {| M [v:int | v mod 3 <> 0] |}]
