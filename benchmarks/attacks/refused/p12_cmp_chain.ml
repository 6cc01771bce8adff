(* class: formula precedence *)
(* note: 0 <= v <= 3 is not OCaml *)
open Covenant_runtime
let f () : int = int_range 0 3
[@@covers {| unit -> [v:int | 0 <= v <= 3] |}]
