(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let () = exit 1
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
