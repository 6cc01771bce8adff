(* class: literals *)
(* reach: f () = 15 *)
open Covenant_runtime
let f () : int = 15
[@@covers {| unit -> [v:int | v = 0o17] |}]
