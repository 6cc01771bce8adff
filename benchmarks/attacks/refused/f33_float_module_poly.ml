(* class: float and foreign types *)
(* never: f [nan] *)
open Covenant_runtime
type t = Float.t list
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
