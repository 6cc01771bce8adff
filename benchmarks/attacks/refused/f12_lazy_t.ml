(* class: float and foreign types *)
(* note: compare of an unforced lazy raises *)
(* never: f (lazy 1) *)
open Covenant_runtime
type t = int Lazy.t
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
