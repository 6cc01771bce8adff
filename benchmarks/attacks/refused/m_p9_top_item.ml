(* class: match moved to the last argument *)
open Covenant_runtime
let g (Some x : int option) (y : int) : int = y
let h = g None
let f () : int = 2
[@@covers {| M [v:int | v = 2] |}]
