(* class: lexing *)
open Covenant_runtime
let f () : int = 0x
[@@covers {| unit -> [v:int | v = 0] |}]
