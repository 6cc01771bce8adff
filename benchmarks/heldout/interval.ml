(* Every non-empty interval inside [lo] .. [hi], as a record. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type interval = { first : int; last : int }

let interval (lo : int) (hi : int) : interval =
  let first = int_range lo hi in
  let last = int_range first hi in
  { first; last }
[@@covers {|
  lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:interval | lo <= v.first && v.first <= v.last && v.last <= hi]
|}]
