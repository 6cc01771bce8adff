(* No account is ever frozen. *)
(* expect: rejected *)
(* missing: bank_account 0 => { owner = 0; balance = 0; limit = 0; frozen = true } *)
open Covenant_runtime

type account = { owner : int; balance : int; limit : int; frozen : bool }

let bank_account (owner : int) : account =
  let limit = nat_gen () in
  let balance = nat_gen () - limit in
  { owner; balance; limit; frozen = false }
[@@covers {|
  owner:{v:int | true} ->
  [v:account | v.owner = owner && 0 <= v.limit && 0 <= v.balance + v.limit]
|}]
