(* class: float and foreign types *)
(* never: f (Some nan) *)
open Covenant_runtime
let f (x : Float.t option) : bool = (x = x)
[@@covers {| x:float option -> [v:bool | v] |}]
