(* The last one is left out. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: even_between 0 0 => 0 *)
open Covenant_runtime

let double x = x + x

let even_between (lo : int) (hi : int) : int = double (int_range_inex lo hi)
[@@covers {| lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int | v mod 2 = 0 && 2 * lo <= v && v <= 2 * hi] |}]
