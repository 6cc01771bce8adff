(* class: lexing *)
open Covenant_runtime
let f () : int = let é = 3 in let é = 4 in é
[@@covers {| unit -> [v:int | v = 3] |}]
