(* class: match moved to the last argument *)
open Covenant_runtime

let f () : int = let g (Some x) y = 1 in let h = g None in 2
[@@covers {| M [v:int | v = 2] |}]
