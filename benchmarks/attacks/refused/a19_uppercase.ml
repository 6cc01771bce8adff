(* class: annotation lost *)
(* read: g *)
(* never: f () = false *)
open Covenant_runtime
let g () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
let f () : bool = true [@@Covers {| unit -> [v:bool | true] |}]
