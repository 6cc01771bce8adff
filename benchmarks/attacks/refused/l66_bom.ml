(* class: lexing *)
(* note: a byte order mark in front *)
open Covenant_runtime
let f () : int = 3
[@@covers {| unit -> [v:int | v = 3] |}]
