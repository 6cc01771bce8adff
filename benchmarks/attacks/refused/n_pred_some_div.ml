(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = match Some (10 / x) with Some _ -> x | None -> 1
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
