(* Equal components are refused. *)
(* expect: rejected *)
(* missing: ordered_pair () => (0, 0) *)
open Covenant_runtime

let ordered_pair () : int * int =
  let a = int_gen () in
  let b = int_gen () in
  if a < b then (a, b) else err ()
[@@covers {| M [v:int * int | fst v <= snd v] |}]
