(* class: semantics: labels *)
(* never: f () = 2 *)
open Covenant_runtime
let g ?(a = 1) () : int = a
let f () : int = g ()
[@@covers {| unit -> [v:int | v = 2] |}]
