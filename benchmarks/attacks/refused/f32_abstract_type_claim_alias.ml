(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
type 'a box = 'a
let f (x : float box) : bool = (x = x)
[@@covers {| x:float box -> [v:bool | v] |}]
