(* class: opens *)
(* never: f () = 2 *)
open Covenant_runtime
let fst (a, b) : int = b + a - a
open Stdlib
let f () : int = fst (1, 2)
[@@covers {| unit -> [v:int | v = 2] |}]
