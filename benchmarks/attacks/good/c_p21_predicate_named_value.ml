(* class: control, formula scope *)
(* never: f () = 1 *)
open Covenant_runtime
let[@predicate] v (x : int) : bool = true
let f () : int = 0
[@@covers {| unit -> [w:int | w = 0 && v w] |}]
