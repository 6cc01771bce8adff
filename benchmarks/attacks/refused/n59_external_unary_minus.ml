(* class: names: external *)
(* never: f 1 = -1 *)
open Covenant_runtime
external ( ~- ) : int -> int = "%identity"
let f (x : int) : int = -x
[@@covers {| x:int -> [v:int | v = 0 - x] |}]
