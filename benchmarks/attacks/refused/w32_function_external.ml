(* class: witness evasion: claims about functions are not confirmed *)
(* never: f (fun () -> 1) = 3 *)
open Covenant_runtime
external ( + ) : int -> int -> int = "%subint"
let f (g : unit -> int) : int = 1 + 2
[@@covers {| g:(unit -> [v:int | v = 1]) -> [v:int | v = 3] |}]
