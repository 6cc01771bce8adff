(* class: opens *)
(* reach: f () = false *)
open Covenant_runtime
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
