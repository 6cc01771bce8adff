(* class: control, formula precedence *)
(* note: not a = b is (not a) = b in OCaml *)
(* never: f () = true && false *)
open Covenant_runtime
let f () : bool = true
[@@covers {| unit -> [v:bool | not v = false] |}]
