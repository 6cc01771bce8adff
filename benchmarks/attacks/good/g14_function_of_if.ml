(* class: evaluation moved *)
(* reach: f true = 1 *)
open Covenant_runtime
let g (b : bool) = if b then (fun (x : int) -> x) else (fun x -> x + 1)
let f (b : bool) : int = g b 1
[@@covers {| b:bool -> [v:int | if b then v = 1 else v = 2] |}]
