(* class: control, lexing *)
open Covenant_runtime
let f () : int = 3-1
[@@covers {| unit -> [v:int | v = 2] |}]
