(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = match (x, 10 / x) with (a, _ as p) -> (match p with (c, _) -> c)
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
