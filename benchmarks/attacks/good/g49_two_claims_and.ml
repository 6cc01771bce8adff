(* class: annotation *)
(* reach: f () = false *)
open Covenant_runtime
let f () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
and g () : int = int_gen () [@@covers {| unit -> [v:int | true] |}]
