(* class: float and foreign types *)
(* never: f nan = 0 *)
open Covenant_runtime
type t = Float.t
let f (x : t) : int = if x <> x then 1 else 0
[@@covers {| x:t -> [v:int | v = 0] |}]
