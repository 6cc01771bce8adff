(* class: names: types *)
(* never: f nan *)
open Covenant_runtime
type int = float
let f (x : int) : bool = (x = x)
[@@covers {| x:int -> [v:bool | v] |}]
