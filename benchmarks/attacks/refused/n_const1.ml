(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] bad : int = let _ = 10 / 0 in 1
let g () : int = bad
[@@covers {| unit -> [v:int | v = 1] |}]
