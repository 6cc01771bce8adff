(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] rec f (l : int list) (n : int) : int = match l with [] -> 0 | x :: t -> f t (f l n)
let g () : int = f [0; 1] 1
[@@covers {| unit -> [v:int | v = 0] |}]
