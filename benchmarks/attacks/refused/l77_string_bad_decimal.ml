(* class: lexing *)
open Covenant_runtime
let f () : bool = "\999" = "\999"
[@@covers {| unit -> [v:bool | v] |}]
