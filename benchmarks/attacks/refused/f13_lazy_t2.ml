(* class: float and foreign types *)
(* never: f (lazy 1) *)
open Covenant_runtime
type t = int lazy_t
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
