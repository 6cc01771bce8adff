(* class: extension node *)
(* never: false *)
open Covenant_runtime
[%%foo let bool_gen () = true]
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
