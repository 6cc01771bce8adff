(* class: match moved to the last argument *)
open Covenant_runtime
let[@predicate] g (Some x : int option) (y : int) : int = x
let f () : int = let h = g None in 3
[@@covers {| M [v:int | v = 3] |}]
