(* Bookings on an account that is never overdrawn, from a balance to start with. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let[@predicate] rec covered (l : int list) (balance : int) : bool =
  match l with
  | [] -> true
  | amount :: rest -> 0 <= balance + amount && covered rest (balance + amount)

let rec ledger (n : int) (balance : int) : int list =
  if n = 0 || bool_gen () then []
  else
    let after = nat_gen () in
    (after - balance) :: ledger (n - 1) after
[@@covers {| n:{v:int | 0 <= v} -> balance:{v:int | 0 <= v} ->
  [v:int list | len v <= n && covered v balance] |}]
