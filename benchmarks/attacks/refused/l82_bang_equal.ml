(* class: lexing *)
open Covenant_runtime
let f () : bool = 1 !=- 1
[@@covers {| unit -> [v:bool | v] |}]
