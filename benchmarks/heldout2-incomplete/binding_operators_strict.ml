(* The gap is never zero. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: ordered () => (0, 0) *)
open Covenant_runtime

let ( let* ) (g : unit -> 'a) (f : 'a -> unit -> 'b) : unit -> 'b = fun () -> f (g ()) ()

let ordered : unit -> int * int =
  let* low = int_gen in
  let* gap = nat_gen in
  fun () -> (low, low + gap + 1)
[@@covers {| M [v:int * int | fst v <= snd v] |}]
