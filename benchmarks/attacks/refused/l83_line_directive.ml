(* class: lexing *)
(* never: f () = 2 *)
open Covenant_runtime
let g () : int = 1
# 3 "a" let g () : int = 2
let f () : int = g ()
[@@covers {| M [v:int | v = 2] |}]
