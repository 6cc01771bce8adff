(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
type t = Float.t
let f (x : t) : bool = mem [x] x
[@@covers {| x:t -> [v:bool | v] |}]
