(* class: float *)
(* reach: f 1. = 2 *)
open Covenant_runtime
let f (x : float) : int = len [x; x]
[@@covers {| x:float -> [v:int | v = 2] |}]
