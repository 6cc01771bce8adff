(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = let _ = (match x with y when y > 0 -> y) in x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
