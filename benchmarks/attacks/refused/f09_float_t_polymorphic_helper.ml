(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
type t = Float.t
let eq (x : 'a) (y : 'a) : bool = (x = y)
let f (x : t) : bool = eq x x
[@@covers {| x:t -> [v:bool | v] |}]
