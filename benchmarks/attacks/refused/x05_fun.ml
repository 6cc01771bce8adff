(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f = fun%foo () -> bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
