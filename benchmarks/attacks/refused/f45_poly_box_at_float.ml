(* class: float ban *)
(* read: same *)
open Covenant_runtime
type 'a box = Box of 'a
let same (x : 'a box) (y : 'a box) : bool = x = y
[@@covers {| forall 'a. x:'a box -> y:{v:'a box | v = x} -> [v:bool | v] |}]
let f () : bool = let x = Box (float_gen ()) in same x x
[@@covers {| M [v:bool | v] |}]
