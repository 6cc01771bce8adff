(* class: control, formula precedence *)
(* note: v = 0 = true: OCaml reads (v = 0) = true *)
(* never: f () = 1 *)
open Covenant_runtime
let f () : int = 0
[@@covers {| unit -> [v:int | v = 0 = true] |}]
