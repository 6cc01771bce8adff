(* class: annotation lost *)
(* never: g () = false *)
open Covenant_runtime
let g () : bool = let x = true [@@covers {| [v:bool | true] |}] in x
[@@covers {| unit -> [v:bool | v] |}]
