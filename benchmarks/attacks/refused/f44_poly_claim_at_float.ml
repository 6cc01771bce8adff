(* class: float ban *)
(* read: same *)
open Covenant_runtime
let same (x : 'a) (y : 'a) : bool = x = y
[@@covers {| forall 'a. x:'a -> y:{v:'a | v = x} -> [v:bool | v] |}]
let f () : bool = let x = float_gen () in same x x
[@@covers {| M [v:bool | v] |}]
