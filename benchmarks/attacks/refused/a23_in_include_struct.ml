(* class: annotation lost *)
(* read: g *)
(* never: f () = false *)
open Covenant_runtime
let g () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
include struct let f () : bool = true [@@covers {| unit -> [v:bool | true] |}] end
