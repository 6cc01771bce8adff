(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : int = if%a.b.c bool_gen () then 3 else 4
[@@covers {| unit -> [v:int | v = 3 || v = 4] |}]
