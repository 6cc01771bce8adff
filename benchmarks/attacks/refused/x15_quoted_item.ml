(* class: extension node *)
(* never: false *)
open Covenant_runtime
{%%foo|x|}
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
