(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let y = int_range 1 0
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
