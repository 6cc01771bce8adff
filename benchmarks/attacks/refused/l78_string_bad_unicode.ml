(* class: lexing *)
open Covenant_runtime
let f () : bool = "\u{110000}" = "\u{110000}"
[@@covers {| unit -> [v:bool | v] |}]
