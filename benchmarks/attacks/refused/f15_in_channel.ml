(* class: float and foreign types *)
(* never: false *)
(* note: abstract values: equality of channels raises or compares handles *)
open Covenant_runtime
type t = in_channel
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
