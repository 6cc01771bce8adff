(* class: comparison *)
(* reach: f 1 1 *)
open Covenant_runtime
let f (x : 'a) (y : 'a) : bool = x = y
[@@covers {| forall 'a. x:'a -> y:{v:'a | v = x} -> [v:bool | v] |}]
