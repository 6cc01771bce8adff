(* class: opens *)
(* never: f () = 1 *)
open Covenant_runtime
let ( * ) (x : int) (y : int) : int = x + y
let f () : int = Stdlib.( * ) 2 (int_gen ())
[@@covers {| unit -> [v:int | true] |}]
