(* Nothing is ever taken out. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: ledger 1 1 => [ -1 ] *)
open Covenant_runtime

let[@predicate] rec covered (l : int list) (balance : int) : bool =
  match l with
  | [] -> true
  | amount :: rest -> 0 <= balance + amount && covered rest (balance + amount)

let rec ledger (n : int) (balance : int) : int list =
  if n = 0 || bool_gen () then []
  else
    let after = balance + nat_gen () in
    (after - balance) :: ledger (n - 1) after
[@@covers {| n:{v:int | 0 <= v} -> balance:{v:int | 0 <= v} ->
  [v:int list | len v <= n && covered v balance] |}]
