(* class: float and foreign types *)
(* note: two equal bytes values; mutable *)
(* never: false *)
open Covenant_runtime
type t = bytes
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
