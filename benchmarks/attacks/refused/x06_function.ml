(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f = function%foo true -> bool_gen () | false -> bool_gen ()
[@@covers {| x:bool -> [v:bool | true] |}]
