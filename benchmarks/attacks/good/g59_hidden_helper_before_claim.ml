(* class: names *)
(* reach: f () = false *)
open Covenant_runtime
let f () : bool = true
let f () : bool = if f () then bool_gen () else true
[@@covers {| unit -> [v:bool | true] |}]
