(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] rec f (l : int list) : int = match l with [] -> 0 | x :: t -> (match f l with _ -> f t)
let g () : int = f [1]
[@@covers {| unit -> [v:int | v = 0] |}]
