(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : bool = assert%foo true; bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
