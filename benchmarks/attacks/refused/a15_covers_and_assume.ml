(* class: annotation lost *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = true [@@covers {| unit -> [v:bool | true] |}] [@@assume_covers {| unit -> [v:bool | true] |}]
