(* class: evaluation lost *)
open Covenant_runtime
let rec loop (x : int) : int = loop x
let[@predicate] f (x : int) : int = let _ = loop x in x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
