(* class: float and foreign types *)
(* never: f (nan, 1) *)
open Covenant_runtime
let f (x : float * int) : bool = (x = x)
[@@covers {| x:float * int -> [v:bool | v] |}]
