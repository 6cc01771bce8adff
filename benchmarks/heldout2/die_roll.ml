(* One die, and the sum of two that a player announces together with them. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let die () : int = int_range 1 6
[@@covers {| M [v:int | 1 <= v && v <= 6] |}]

let two_dice () : int * int =
  let first = die () in
  let second = die () in
  (first, second)
[@@covers {| M [v:int * int | 1 <= fst v && fst v <= 6 && 1 <= snd v && snd v <= 6] |}]
