(* class: failure *)
(* reach: f 7 = 3 *)
open Covenant_runtime
let f (x : int) : int = x / 2
[@@covers {| x:int -> [v:int | v = x / 2] |}]
