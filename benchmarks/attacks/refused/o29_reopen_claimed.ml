(* class: opens *)
(* read: nat_gen *)
(* never: f () = -1 *)
open Covenant_runtime
let nat_gen () : int = int_gen ()
[@@covers {| unit -> [v:int | true] |}]
open Covenant_runtime
let f () : int = nat_gen ()
[@@covers {| unit -> [v:int | true] |}]
