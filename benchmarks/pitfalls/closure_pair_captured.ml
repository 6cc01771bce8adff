(* As closure_two_captured, with pairs: only pairs (y, y) are made. *)
(* expect: rejected *)
(* missing: pair_of_captured () => (0, 1) *)
open Covenant_runtime

let pair2 (g : unit -> int) : int * int =
  let first = g () in
  let second = g () in
  (first, second)
[@@covers {| g:(M [v:int | true]) -> [v:int * int | true] |}]

let pair_of_captured () : int * int =
  let y = int_gen () in
  pair2 (fun () -> y)
[@@covers {| M [v:int * int | true] |}]
