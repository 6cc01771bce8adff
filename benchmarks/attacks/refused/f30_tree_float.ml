(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
let f (x : float) : bool = tree_mem (Node (x, Leaf, Leaf)) x
[@@covers {| x:float -> [v:bool | v] |}]
