(* class: opens *)
(* never: f () = 7 *)
let int_gen () : int = 7
let nat_gen () : int = 7
open Covenant_runtime
let f () : int = - (nat_gen ())
[@@covers {| unit -> [v:int | v = 7 || v = -7] |}]
