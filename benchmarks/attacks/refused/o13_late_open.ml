(* class: opens *)
(* never: f () = -1 *)
let nat_gen () : int = if Covenant_runtime.bool_gen () then 1 else -1
open Covenant_runtime
let f () : int = nat_gen ()
[@@covers {| unit -> [v:int | v = -1] |}]
