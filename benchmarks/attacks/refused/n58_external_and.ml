(* class: names: external *)
(* never: f () = false *)
open Covenant_runtime
external ( && ) : bool -> bool -> bool = "%sequor"
let f () : bool = true && bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
