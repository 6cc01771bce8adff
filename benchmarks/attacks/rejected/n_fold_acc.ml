(* class: evaluation lost *)
open Covenant_runtime
let g () : int = List.fold_left (fun _ x -> x) (10 / 0) [1]
[@@covers {| unit -> [v:int | v = 1] |}]
