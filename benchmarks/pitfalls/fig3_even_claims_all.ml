(* Fig. 3 against the claim that it makes every integer. *)
(* expect: rejected *)
(* missing: even_gen () => 1 *)
open Covenant_runtime

let even_gen () : int =
  let n = int_gen () in
  let even = n mod 2 = 0 in
  if even then n else err ()
[@@covers {| M [v:int | true] |}]
