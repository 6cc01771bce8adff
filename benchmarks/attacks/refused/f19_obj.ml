(* class: float and foreign types *)
(* never: f (Obj.repr nan) *)
open Covenant_runtime
type t = Obj.t
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
