(* class: annotation lost *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = true [@@covers {| unit -> [v:bool | true] |}] [@@covers {| unit -> [v:bool | v] |}]
