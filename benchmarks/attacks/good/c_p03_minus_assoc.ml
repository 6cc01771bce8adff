(* class: control, formula precedence *)
(* never: f () = 2 *)
open Covenant_runtime
let f () : int = 0
[@@covers {| unit -> [v:int | v = 1 - 1 - 0 && v = 4 - 2 - 2] |}]
