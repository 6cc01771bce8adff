(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
type t = Stdlib.Float.t
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
