(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = ignore ((match x with 1 -> 1)); x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
