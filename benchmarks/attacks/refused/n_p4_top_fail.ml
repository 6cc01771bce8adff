(* class: evaluation lost *)
open Covenant_runtime
let g = List.fold_left (fun a b -> a + b) (err ())
let h () : int * int = (5,6)
[@@covers {| M [v:int*int | v = (5,6)] |}]
