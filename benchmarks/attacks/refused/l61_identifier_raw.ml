(* class: lexing *)
open Covenant_runtime
let f () : int = let \#x = 3 in \#x
[@@covers {| unit -> [v:int | v = 3] |}]
