(* class: annotation lost *)
(* never: f () = false *)
open Covenant_runtime
let g () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
and[@covers {| unit -> [v:bool | true] |}] f () : bool = true
