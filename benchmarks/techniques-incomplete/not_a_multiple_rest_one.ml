(* Numbers that three does not divide; those that leave two are missing. *)
(* expect: rejected *)
(* missing: not_a_multiple () => 2 *)
open Covenant_runtime

let not_a_multiple () : int =
  let third = int_gen () in
  let rest = int_range 1 1 in
  (3 * third) + rest
[@@covers {| M [v:int | v mod 3 <> 0] |}]
