(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
let[@predicate] same (x : float) (y : float) : bool = x = y
let f (x : float) : bool = same x x
[@@covers {| x:float -> [v:bool | v] |}]
