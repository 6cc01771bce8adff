open Covenant_runtime
let[@predicate] rec f (l : int list) : int = match l with [] -> 0 | _ :: t -> let _ = f t in f t
let g () : int = f [1]
[@@covers {| unit -> [v:int | v = 0] |}]
