(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
type t = Float.t
let[@predicate] same (x : t) (y : t) : bool = x = y
let f (x : t) : bool = same x x
[@@covers {| x:t -> [v:bool | v] |}]
