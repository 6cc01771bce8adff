(* class: extension node *)
(* never: false *)
open Covenant_runtime
class%foo c = object end
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
