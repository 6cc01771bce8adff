(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = ignore (10 / x); x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
