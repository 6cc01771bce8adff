(* class: extension node *)
(* never: false *)
open Covenant_runtime
let%foo f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
