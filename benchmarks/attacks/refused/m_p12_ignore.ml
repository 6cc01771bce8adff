(* class: match moved to the last argument *)
open Covenant_runtime

let g (Some x) (y : int) = 1
let f () : int = ignore (g None); 2
[@@covers {| M [v:int | v = 2] |}]
