(* class: extension node *)
(* never: false *)
open Covenant_runtime
external%foo g : int -> int = "g"
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
