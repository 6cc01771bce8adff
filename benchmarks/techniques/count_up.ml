(* A number counted up from another one: that the result is above it, and how far, needs
   induction on the result. *)
(* expect: valid *)
open Covenant_runtime

type nat = Zero | Succ of nat

let[@predicate] rec value (n : nat) : int = match n with Zero -> 0 | Succ m -> 1 + value m

let[@predicate] rec above (n : nat) (base : nat) : bool =
  n = base || (match n with Zero -> false | Succ m -> above m base)

let rec count_up (base : nat) (steps : int) : nat =
  if steps <= 0 then base else if bool_gen () then base else count_up (Succ base) (steps - 1)
[@@covers {| base:{v:nat | true} -> steps:{v:int | 0 <= v} ->
  [v:nat | above v base && value v <= value base + steps] |}]
[@@measure steps]
