(* An induction on a nested match. *)
(* expect: valid *)
open Covenant_runtime

type bracket = L | R

let[@predicate] rec opens (s : bracket list) : int =
  match s with [] -> 0 | L :: rest -> 1 + opens rest | R :: rest -> opens rest

let count () : int = nat_gen ()
[@@covers {| M [v:int | exists s:bracket list. v = opens s] |}]
