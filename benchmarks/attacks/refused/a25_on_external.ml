(* class: annotation lost *)
(* read: g *)
(* never: f true = false *)
open Covenant_runtime
let g () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
external f : bool -> bool = "%identity" [@@covers {| b:bool -> [v:bool | true] |}]
