(* class: semantics: integers *)
(* never: f () = 0 *)
open Covenant_runtime
let f () : int = if 0x4000000000000000 < 0 then 1 else 0
[@@covers {| unit -> [v:int | v = 0] |}]
