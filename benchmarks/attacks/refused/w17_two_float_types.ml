(* class: float and foreign types *)
(* never: f 0. (-0.) = false *)
(* note: 0. = -0. in OCaml, though they are two values *)
open Covenant_runtime
type t = Float.t
let f (x : t) (y : t) : bool = x = y
[@@covers {| x:t -> y:{v:t | not (v = x)} -> [v:bool | not v] |}]
