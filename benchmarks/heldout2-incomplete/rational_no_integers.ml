(* The denominator is at least two. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: rational () => { num = 0; den = 1 } *)
open Covenant_runtime

type rational = { num : int; den : int }

let rational () : rational =
  let num = int_gen () in
  let den = 2 + nat_gen () in
  { num; den }
[@@covers {| M [v:rational | 0 < v.den] |}]
