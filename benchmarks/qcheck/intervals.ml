(* Intervals, from two numbers in any order. *)
(* expect: valid *)
(* level: 2 *)
type interval = { lo : int; hi : int }
let interval =
  QCheck.Gen.(map2 (fun a b -> { lo = min a b; hi = max a b }) small_signed_int small_signed_int)
[@@covers {| [v:interval | -99 <= v.lo && v.lo <= v.hi && v.hi <= 99] |}]
