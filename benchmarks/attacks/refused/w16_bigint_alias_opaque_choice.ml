(* class: float and foreign types *)
(* never: f (Obj.repr (fun x -> x)) *)
open Covenant_runtime
type t = Obj.t
let f (x : t) : bool = mem [x] x
[@@covers {| x:t -> [v:bool | v] |}]
