(* class: control, formula precedence *)
(* never: f () = -4 *)
open Covenant_runtime
let f () : int = -3
[@@covers {| unit -> [v:int | v = -7 / 2] |}]
