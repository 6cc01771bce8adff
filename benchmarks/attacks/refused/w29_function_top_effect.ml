(* class: witness evasion: claims about functions are not confirmed *)
(* never: f (fun () -> 1) = false *)
open Covenant_runtime
let x : int = err ()
let f (g : unit -> int) : bool = bool_gen ()
[@@covers {| g:(unit -> [v:int | v = 1]) -> [v:bool | true] |}]
