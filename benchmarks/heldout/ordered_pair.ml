(* Every pair of integers in ascending order, by refusing the others. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let ordered_pair () : int * int =
  let a = int_gen () in
  let b = int_gen () in
  if a <= b then (a, b) else err ()
[@@covers {| M [v:int * int | fst v <= snd v] |}]
