(* class: names: shadowing *)
(* reach: f 0 = 1 *)
open Covenant_runtime
let g (n : int) : int = 0
let g (n : int) : int = if n = 0 then g 1 + 1 else 5
let f (n : int) : int = g n
[@@covers {| n:{v:int | v = 0} -> [v:int | v = 1] |}]
