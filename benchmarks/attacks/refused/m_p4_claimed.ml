(* class: match moved to the last argument *)
open Covenant_runtime

let g (Some x) (y : int) : int = y
[@@covers {| p:int option -> y:int -> [v:int | false] |}]
let f () : int = let h = g None in 2
[@@covers {| M [v:int | v = 2] |}]
