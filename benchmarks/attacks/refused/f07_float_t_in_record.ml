(* class: float and foreign types *)
(* never: f { a = nan } *)
open Covenant_runtime
type r = { a : Float.t }
let f (x : r) : bool = (x = x)
[@@covers {| x:r -> [v:bool | v] |}]
