(* class: lexing *)
(* reach: f () = 3 *)
open Covenant_runtime
let f' (x' : int) : int = x' (* it's x' *)
let f () : int = f' 3
[@@covers {| unit -> [v:int | v = 3] |}]
