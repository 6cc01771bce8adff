(* class: extension node *)
(* never: false *)
open Covenant_runtime
include%foo struct let bool_gen () = true end
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
