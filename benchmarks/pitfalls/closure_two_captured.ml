(* A closure that captures a random choice: [two] draws twice from it, but both
   draws are the same integer, so that only lists [y; y] are made. *)
(* expect: rejected *)
(* missing: two_of_captured () => [0; 1] *)
open Covenant_runtime

let two (g : unit -> int) : int list =
  let first = g () in
  let second = g () in
  [ first; second ]
[@@covers {| g:(M [v:int | true]) -> [v:int list | len v = 2] |}]

let two_of_captured () : int list =
  let y = int_gen () in
  two (fun () -> y)
[@@covers {| M [v:int list | len v = 2] |}]
