(* Even numbers through a helper without a claim. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let double x = x + x

let even_between (lo : int) (hi : int) : int = double (int_range lo hi)
[@@covers {| lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int | v mod 2 = 0 && 2 * lo <= v && v <= 2 * hi] |}]
