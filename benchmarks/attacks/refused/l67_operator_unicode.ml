(* class: lexing *)
open Covenant_runtime
let f () : int = if 1 ≤ 2 then 3 else 4
[@@covers {| unit -> [v:int | v = 3] |}]
