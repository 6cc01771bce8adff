(* class: unclosed comment *)
(* never: false *)
open Covenant_runtime
let g () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
(* here
let f () : bool = true [@@covers {| unit -> [v:bool | true] |}]
