(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : bool = let b = 10 / x > 1 in x = 0 || b
let g () : bool = f 0
[@@covers {| unit -> [v:bool | v = true] |}]
