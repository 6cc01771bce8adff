(* class: float and foreign types *)
(* never: f [| nan |] *)
open Covenant_runtime
type t = float array
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
