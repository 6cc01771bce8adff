(* class: lexing *)
open Covenant_runtime
let f () : bool = 'é' = 'é'
[@@covers {| unit -> [v:bool | v] |}]
