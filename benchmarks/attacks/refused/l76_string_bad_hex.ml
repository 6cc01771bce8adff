(* class: lexing *)
open Covenant_runtime
let f () : bool = "\xZZ" = "\xZZ"
[@@covers {| unit -> [v:bool | v] |}]
