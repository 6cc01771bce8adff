(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
let f (x : float) : bool = list_snd_mem [(1, x)] x
[@@covers {| x:float -> [v:bool | v] |}]
