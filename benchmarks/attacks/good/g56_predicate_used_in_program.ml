(* class: failure *)
(* reach: f [1] = 1 *)
open Covenant_runtime
let[@predicate] first (l : int list) : int = match l with [] -> 0 | x :: _ -> x
let f (l : int list) : int = first l
[@@covers {| l:int list -> [v:int | v = first l] |}]
