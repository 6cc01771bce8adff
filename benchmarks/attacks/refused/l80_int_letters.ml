(* class: lexing *)
open Covenant_runtime
let f () : int = 12abc
[@@covers {| unit -> [v:int | v = 12] |}]
