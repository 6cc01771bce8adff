(* class: annotation *)
(* reach: f () = false *)
open Covenant_runtime
[@@@warning "-32"]
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
