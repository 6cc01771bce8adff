(* class: formula scope *)
(* never: f () = 1 *)
open Covenant_runtime
let max (a : int) (b : int) : int = 0
let f () : int = 2
[@@covers {| unit -> [v:int | v = max 1 2] |}]
