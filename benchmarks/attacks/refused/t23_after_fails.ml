(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
let _ : int = err ()
