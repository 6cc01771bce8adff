(* class: top-level *)
(* reach: f () = 3 *)
open Covenant_runtime
exception Stop
let f () : int = if bool_gen () then raise Stop else 3
[@@covers {| unit -> [v:int | v = 3] |}]
