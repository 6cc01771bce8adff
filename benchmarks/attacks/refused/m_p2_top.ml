(* class: match moved to the last argument *)
open Covenant_runtime

let g 0 y = 1
let f () : int = let h = g 1 in 2
[@@covers {| M [v:int | v = 2] |}]
