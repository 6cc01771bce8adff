(* Every account of a given owner that is overdrawn by no more than its limit. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type account = { owner : int; balance : int; limit : int; frozen : bool }

let bank_account (owner : int) : account =
  let limit = nat_gen () in
  let balance = nat_gen () - limit in
  { owner; balance; limit; frozen = bool_gen () }
[@@covers {|
  owner:{v:int | true} ->
  [v:account | v.owner = owner && 0 <= v.limit && 0 <= v.balance + v.limit]
|}]
