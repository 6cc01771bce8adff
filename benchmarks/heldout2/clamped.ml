(* A number drawn freely and then forced into a range. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let clamp lo hi x = min hi (max lo x)

let clamped (lo : int) (hi : int) : int = clamp lo hi (int_gen ())
[@@covers {| lo:{v:int | true} -> hi:{v:int | lo <= v} -> [v:int | lo <= v && v <= hi] |}]
