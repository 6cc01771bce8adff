(* class: opens *)
(* never: f () = false *)
open Covenant_runtime
let not (b : bool) : bool = bool_gen ()
open Stdlib
let f () : bool = not false
[@@covers {| unit -> [v:bool | true] |}]
