(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = match (x, (match x with 1 -> 1)) with (a, _ as p) -> (match p with (c, _) -> c)
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
