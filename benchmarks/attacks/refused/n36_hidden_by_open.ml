(* class: names: claims *)
(* read: nat_gen *)
(* never: f () = -1 *)
open Covenant_runtime
let nat_gen () : int = int_gen ()
[@@covers {| unit -> [v:int | true] |}]
let f () = 0
open Covenant_runtime
let f () = nat_gen ()
