(* class: names: shadowing *)
(* reach: f () = -1 *)
open Covenant_runtime
let ( ~- ) (a : int) : int = a
let f () : int = -1
[@@covers {| unit -> [v:int | v = -1] |}]
