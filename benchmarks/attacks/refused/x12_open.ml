(* class: extension node *)
(* never: false *)
open%foo Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
