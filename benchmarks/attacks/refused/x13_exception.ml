(* class: extension node *)
(* never: false *)
open Covenant_runtime
exception%foo E
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
