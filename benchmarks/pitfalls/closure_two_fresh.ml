(* The good neighbour of closure_two_captured: the closure makes a new choice at
   every call. *)
(* expect: valid *)
open Covenant_runtime

let two (g : unit -> int) : int list =
  let first = g () in
  let second = g () in
  [ first; second ]
[@@covers {| g:(M [v:int | true]) -> [v:int list | len v = 2] |}]

let two_of_fresh () : int list =
  two (fun () -> int_gen ())
[@@covers {| M [v:int list | len v = 2] |}]
