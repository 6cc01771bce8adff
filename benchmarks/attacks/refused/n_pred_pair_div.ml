(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = let (a, _) = (x, 10 / x) in a
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
