(* A function in the claim itself. *)
(* expect: valid *)
open Covenant_runtime

let rec digits (n : int) : int list = if n = 0 || bool_gen () then [] else int_range 0 9 :: digits (n - 1)
[@@covers {| n:nat -> [v:int list | List.length v <= n && List.for_all (fun x -> 0 <= x && x <= 9) v] |}]
