(* class: evaluation lost *)
open Covenant_runtime
let f () : int = let g = List.fold_left (fun a b -> a + b) (err ()) in 0
[@@covers {| M [v:int | v = 0] |}]
