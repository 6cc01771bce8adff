(* class: lexing *)
open Covenant_runtime
let f (virtual : int) : int = 3
[@@covers {| x:int -> [v:int | v = 3] |}]
