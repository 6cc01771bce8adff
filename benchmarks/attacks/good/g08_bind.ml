(* class: evaluation moved *)
(* reach: f () = false *)
open Covenant_runtime
let g = bool_gen >>= fun x () -> not x
let f () : bool = g ()
[@@covers {| unit -> [v:bool | true] |}]
