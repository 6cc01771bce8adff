(* An interval has to have at least two elements. *)
(* expect: rejected *)
(* missing: interval 0 1 => { first = 0; last = 0 } *)
open Covenant_runtime

type interval = { first : int; last : int }

let interval (lo : int) (hi : int) : interval =
  let first = int_range lo hi in
  let last = int_range (first + 1) hi in
  { first; last }
[@@covers {|
  lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:interval | lo <= v.first && v.first <= v.last && v.last <= hi]
|}]
