(* class: opens *)
(* never: f () = 5 *)
open Covenant_runtime
let ( @@ ) (a : int) (b : int) : int = a + b
open Stdlib
let f () : int = 2 @@ 3
[@@covers {| unit -> [v:int | v = 5] |}]
