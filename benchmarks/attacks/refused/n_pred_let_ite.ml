(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = let _ = (if x = 0 then 10 / x else 1) in x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
