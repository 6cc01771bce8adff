(* class: witness evasion: claims about functions are not confirmed *)
(* never: f (fun () -> 0) = -1 *)
open Covenant_runtime
let nat_gen () : int = int_gen ()
open Covenant_runtime
let f (g : unit -> int) : int = let _ = g () in nat_gen ()
[@@covers {| g:(unit -> [v:int | true]) -> [v:int | true] |}]
