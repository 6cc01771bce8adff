(* class: opens *)
(* never: f () = -1 *)
open Covenant_runtime
let abs (x : int) : int = x
let f () : int = Stdlib.abs (int_gen ())
[@@covers {| unit -> [v:int | true] |}]
