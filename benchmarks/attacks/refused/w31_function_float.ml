(* class: witness evasion: claims about functions are not confirmed *)
(* never: f (fun () -> nan) = true *)
open Covenant_runtime
type t = Float.t
let f (g : unit -> t) : bool = let x = g () in x = x
[@@covers {| g:(unit -> [v:t | true]) -> [v:bool | v] |}]
