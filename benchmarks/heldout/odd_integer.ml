(* Every odd integer, as twice something plus one. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let odd_integer () : int =
  let half = int_gen () in
  (2 * half) + 1
[@@covers {| M [v:int | exists k:int. v = 2 * k + 1] |}]
