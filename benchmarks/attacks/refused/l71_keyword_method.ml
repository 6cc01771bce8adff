(* class: lexing *)
open Covenant_runtime
let method (x : int) : int = x
let f () : int = method 3
[@@covers {| unit -> [v:int | v = 3] |}]
