(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : bool = let open%foo Covenant_runtime in bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
