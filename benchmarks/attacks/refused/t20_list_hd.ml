(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let y : int = List.hd []
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
