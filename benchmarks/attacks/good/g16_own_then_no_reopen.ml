(* class: opens *)
(* reach: f () = -1 *)
open Covenant_runtime
let nat_gen () : int = int_gen ()
let f () : int = nat_gen ()
[@@covers {| unit -> [v:int | true] |}]
