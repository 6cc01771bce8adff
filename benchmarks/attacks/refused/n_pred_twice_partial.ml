(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = let y = (match x with 1 -> 1) in let _ = y in x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
