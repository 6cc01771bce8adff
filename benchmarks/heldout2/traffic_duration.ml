(* How long a light shows its colour: two colours share a case. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type colour = Red | Yellow | Green

let[@predicate] shortest (c : colour) : int = match c with Red | Green -> 10 | Yellow -> 3

let duration (c : colour) : int =
  match c with
  | Red | Green -> 10 + nat_gen ()
  | Yellow -> 3 + nat_gen ()
[@@covers {| c:{v:colour | true} -> [v:int | shortest c <= v] |}]
