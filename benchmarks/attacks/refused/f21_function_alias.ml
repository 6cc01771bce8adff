(* class: float and foreign types *)
(* never: f (fun x -> x) *)
open Covenant_runtime
type t = int -> int
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
