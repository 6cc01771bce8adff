(* class: control, top-level effect *)
open Covenant_runtime
let f () : int = 1
[@@covers {| M [v:int | v = 1] |}]
let c = int_gen ()
