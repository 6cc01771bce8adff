(* class: float and foreign types *)
(* never: f Seq.empty *)
open Covenant_runtime
type t = int Seq.t
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
