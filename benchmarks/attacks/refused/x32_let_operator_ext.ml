(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : bool = let%bind.foo x = bool_gen () in x
[@@covers {| unit -> [v:bool | true] |}]
