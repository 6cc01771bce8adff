(* class: control, float and foreign types *)
(* note: Bool.t has two values; as an opaque type every claim about it is weaker or stronger *)
open Covenant_runtime
type t = Bool.t
let f (x : t) : t = x
[@@covers {| x:t -> [v:t | v = x] |}]
