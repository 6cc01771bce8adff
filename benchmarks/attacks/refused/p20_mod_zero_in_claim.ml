(* class: formula semantics *)
(* never: f () = 1 *)
open Covenant_runtime
let f () : int = 0
[@@covers {| unit -> [v:int | v = 0 && 5 / 0 = 0] |}]
