(* class: control, formula precedence *)
(* never: f () = 1 *)
open Covenant_runtime
let f () : int = -1
[@@covers {| unit -> [v:int | v = -1 mod 2] |}]
