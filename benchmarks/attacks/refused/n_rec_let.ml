(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] rec f (l : int list) : int = let _ = f l in match l with [] -> 0 | _ :: t -> f t
let g () : int = f []
[@@covers {| unit -> [v:int | v = 0] |}]
