(* class: witness evasion: claims about floats are not confirmed *)
(* never: f 1. = -1 *)
open Covenant_runtime
let nat_gen () : int = int_gen ()
open Covenant_runtime
let f (x : float) : int = nat_gen ()
[@@covers {| x:float -> [v:int | true] |}]
