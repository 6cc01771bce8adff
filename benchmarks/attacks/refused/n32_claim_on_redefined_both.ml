(* class: names: claims *)
(* read: f *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
let f () : bool = true
[@@covers {| unit -> [v:bool | v] |}]
