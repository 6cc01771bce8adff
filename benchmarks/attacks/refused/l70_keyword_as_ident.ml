(* class: lexing *)
open Covenant_runtime
let f () : int = let nonrec = 3 in nonrec
[@@covers {| unit -> [v:int | v = 3] |}]
