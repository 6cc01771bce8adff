(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (l : int list) : int = let y = (match l with [] -> 0) in match l with [] -> y | _ :: _ -> 5
let g () : int = f [1]
[@@covers {| unit -> [v:int | v = 5] |}]
