(* class: opens *)
(* never: f () = -1 *)
open Covenant_runtime
let abs (x : int) : int = x
open Stdlib
let f () : int = abs (int_gen ())
[@@covers {| unit -> [v:int | true] |}]
