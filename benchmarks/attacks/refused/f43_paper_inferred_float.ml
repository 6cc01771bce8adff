(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
let f x : bool = x = x
[@@covers {| x:float -> [v:bool | v] |}]
