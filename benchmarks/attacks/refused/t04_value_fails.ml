(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let x : int = err ()
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
