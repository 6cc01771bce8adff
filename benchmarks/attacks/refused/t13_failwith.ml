(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let y : int = failwith "no"
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
