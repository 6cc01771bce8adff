(* The recursion never adds an element. *)
(* expect: rejected *)
(* missing: shorter 1 => [0] *)
open Covenant_runtime

let rec shorter (n : int) : int list = if bool_gen () then [] else shorter (n - 1)
[@@covers {| n:nat -> [v:int list | len v <= n] |}]
