(* class: opens *)
(* never: f () = false *)
open Covenant_runtime
open struct let bool_gen () = true end
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
