(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let y : int = raise Exit
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
