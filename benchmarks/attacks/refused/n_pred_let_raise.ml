(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = let _ = (raise Not_found) in x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
