(* The good neighbour of closure_pair_captured. *)
(* expect: valid *)
open Covenant_runtime

let pair2 (g : unit -> int) : int * int =
  let first = g () in
  let second = g () in
  (first, second)
[@@covers {| g:(M [v:int | true]) -> [v:int * int | true] |}]

let pair_of_fresh () : int * int =
  pair2 (fun () -> int_gen ())
[@@covers {| M [v:int * int | true] |}]
