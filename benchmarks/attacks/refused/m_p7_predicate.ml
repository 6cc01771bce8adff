(* class: match moved to the last argument *)
open Covenant_runtime

let[@predicate] g (Some x) (y : int) : int = 1
let f () : int = let h = g None in 2
[@@covers {| M [v:int | v = 2] |}]
