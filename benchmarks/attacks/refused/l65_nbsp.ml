(* class: lexing *)
open Covenant_runtime
let f () : int = 3 + 4
[@@covers {| unit -> [v:int | v = 7] |}]
