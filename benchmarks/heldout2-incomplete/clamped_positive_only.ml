(* What is forced is never negative. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: clamped (-1) 0 => -1 *)
open Covenant_runtime

let clamp lo hi x = min hi (max lo x)

let clamped (lo : int) (hi : int) : int = clamp lo hi (nat_gen ())
[@@covers {| lo:{v:int | true} -> hi:{v:int | lo <= v} -> [v:int | lo <= v && v <= hi] |}]
