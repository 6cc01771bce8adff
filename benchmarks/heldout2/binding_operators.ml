(* A pair in order, with a binding operator of the user. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let ( let* ) (g : unit -> 'a) (f : 'a -> unit -> 'b) : unit -> 'b = fun () -> f (g ()) ()

let ordered : unit -> int * int =
  let* low = int_gen in
  let* gap = nat_gen in
  fun () -> (low, low + gap)
[@@covers {| M [v:int * int | fst v <= snd v] |}]
