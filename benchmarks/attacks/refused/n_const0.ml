(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] bad : int = 10 / 0
let g () : int = 1
[@@covers {| unit -> [v:int | v = 1] |}]
