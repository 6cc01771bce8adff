(* class: float and foreign types *)
(* never: f (Failure "a" ) && false *)
open Covenant_runtime
type t = exn
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
