(* The balance is never negative. *)
(* expect: rejected *)
(* missing: bank_account 0 => { owner = 0; balance = -1; limit = 1; frozen = false } *)
open Covenant_runtime

type account = { owner : int; balance : int; limit : int; frozen : bool }

let bank_account (owner : int) : account =
  let limit = nat_gen () in
  let balance = nat_gen () in
  { owner; balance; limit; frozen = bool_gen () }
[@@covers {|
  owner:{v:int | true} ->
  [v:account | v.owner = owner && 0 <= v.limit && 0 <= v.balance + v.limit]
|}]
