(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = match (match x with 1 -> 1) with _ -> x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
