(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let () = while true do () done
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
