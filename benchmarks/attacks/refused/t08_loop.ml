(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let rec loop () : int = loop ()
let x = loop ()
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
