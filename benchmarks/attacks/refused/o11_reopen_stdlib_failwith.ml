(* class: opens *)
(* never: f () = 3 *)
open Covenant_runtime
let failwith (s : string) : int = 3
open Stdlib
let f () : int = failwith "x"
[@@covers {| unit -> [v:int | v = 3] |}]
