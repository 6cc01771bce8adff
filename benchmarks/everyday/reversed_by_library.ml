(* Any list, backwards. *)
(* expect: valid *)
open Covenant_runtime

let rec ints (n : int) : int list = if n = 0 || bool_gen () then [] else int_gen () :: ints (n - 1)
[@@covers {| n:nat -> [v:int list | List.length v <= n] |}]

let backwards (n : int) : int list = List.rev (ints n)
[@@covers {| n:nat -> [v:int list | List.length v <= n] |}]
