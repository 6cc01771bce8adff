(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = let b = ((match x with 1 -> 1) = 3) in if b then x else x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
