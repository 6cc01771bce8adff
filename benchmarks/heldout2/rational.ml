(* A fraction with a positive denominator. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type rational = { num : int; den : int }

let rational () : rational =
  let num = int_gen () in
  let den = 1 + nat_gen () in
  { num; den }
[@@covers {| M [v:rational | 0 < v.den] |}]
