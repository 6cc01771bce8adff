(* The list is sorted the wrong way. *)
(* expect: rejected *)
(* missing: ordered 2 => [0; 1] *)
open Covenant_runtime

let rec ints (n : int) : int list = if n = 0 || bool_gen () then [] else int_gen () :: ints (n - 1)
[@@covers {| n:nat -> [v:int list | List.length v <= n] |}]

let ordered (n : int) : int list = List.sort (fun a b -> compare b a) (ints n)
[@@covers {| n:nat -> [v:int list | List.length v <= n && sorted v] |}]
