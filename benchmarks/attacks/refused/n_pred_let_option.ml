(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = let _ = Option.get None in x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
