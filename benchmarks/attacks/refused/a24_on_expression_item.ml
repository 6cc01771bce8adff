(* class: annotation lost *)
(* never: false *)
open Covenant_runtime
let g () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
;;
ignore 1 [@@covers {| unit -> [v:bool | true] |}]
