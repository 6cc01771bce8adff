(* class: annotation lost *)
(* read: g *)
open Covenant_runtime
let f () : int = 1
[@@ocaml.covers {| M [v:int | v = 2] |}]
let g () : int = 1
[@@covers {| M [v:int | v = 1] |}]
