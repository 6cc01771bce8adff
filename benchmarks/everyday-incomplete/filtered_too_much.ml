(* The filter is stricter than the claim. *)
(* expect: rejected *)
(* missing: positives 1 => [1] *)
open Covenant_runtime

let[@predicate] positive (x : int) : bool = 0 < x

let rec ints (n : int) : int list = if n = 0 || bool_gen () then [] else int_gen () :: ints (n - 1)
[@@covers {| n:nat -> [v:int list | List.length v <= n] |}]

let positives (n : int) : int list = List.filter (fun x -> 1 < x) (ints n)
[@@covers {| n:nat -> [v:int list | List.length v <= n && List.for_all positive v] |}]
