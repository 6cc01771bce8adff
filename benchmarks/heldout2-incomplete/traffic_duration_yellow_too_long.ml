(* Yellow takes as long as the others. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: duration Yellow => 3 *)
open Covenant_runtime

type colour = Red | Yellow | Green

let[@predicate] shortest (c : colour) : int = match c with Red | Green -> 10 | Yellow -> 3

let duration (c : colour) : int =
  match c with
  | Red | Green -> 10 + nat_gen ()
  | Yellow -> 10 + nat_gen ()
[@@covers {| c:{v:colour | true} -> [v:int | shortest c <= v] |}]
