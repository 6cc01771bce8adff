(* The range ends one too early. *)
(* expect: rejected *)
(* missing: digits 1 => [9] *)
open Covenant_runtime

let rec digits (n : int) : int list = if n = 0 || bool_gen () then [] else int_range 0 8 :: digits (n - 1)
[@@covers {| n:nat -> [v:int list | List.length v <= n && List.for_all (fun x -> 0 <= x && x <= 9) v] |}]
