(* Two lists, one behind the other. *)
(* expect: valid *)
open Covenant_runtime

let rec ints (n : int) : int list = if n = 0 || bool_gen () then [] else int_gen () :: ints (n - 1)
[@@covers {| n:nat -> [v:int list | List.length v <= n] |}]

let both (n : int) : int list = List.append (ints n) (ints n)
[@@covers {| n:nat -> [v:int list | List.length v <= n] |}]
