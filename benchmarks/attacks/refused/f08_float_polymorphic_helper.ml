(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
let eq (x : 'a) (y : 'a) : bool = (x = y)
let f (x : float) : bool = eq x x
[@@covers {| x:float -> [v:bool | v] |}]
