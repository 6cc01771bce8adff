(* class: comparison *)
(* reach: f 1 1 *)
open Covenant_runtime
let f (x : int) (y : int) : bool = x == y
[@@covers {| x:int -> y:{v:int | v = x} -> [v:bool | v] |}]
