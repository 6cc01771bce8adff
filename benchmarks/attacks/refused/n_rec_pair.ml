(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] rec f (l : int list) : int = match l with [] -> 0 | _ :: t -> fst (f t, f l)
let g () : int = f [1]
[@@covers {| unit -> [v:int | v = 0] |}]
