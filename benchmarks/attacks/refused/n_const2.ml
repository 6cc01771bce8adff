(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] bad : int = (match 0 with 1 -> 1)
let[@predicate] f (x : int) : int = let _ = bad in x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
