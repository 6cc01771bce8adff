(* class: float and foreign types *)
(* never: f (ref nan) *)
open Covenant_runtime
type t = float ref
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
