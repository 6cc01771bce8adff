(* class: opens *)
(* reach: f () = false *)
(* a comment *)
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
