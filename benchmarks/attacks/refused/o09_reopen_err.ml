(* class: opens *)
(* never: f () = 3 *)
open Covenant_runtime
let err () : int = 3
open Covenant_runtime
let f () : int = err ()
[@@covers {| unit -> [v:int | v = 3] |}]
