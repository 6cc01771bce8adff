(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
let f (x : float) : bool = hd [x] x
[@@covers {| x:float -> [v:bool | v] |}]
