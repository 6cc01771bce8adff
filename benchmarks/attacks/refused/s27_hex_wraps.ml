(* class: semantics: integers *)
(* never: f () = 0 *)
open Covenant_runtime
let f () : int = if 0x7fffffffffffffff < 0 then 1 else 0
[@@covers {| unit -> [v:int | v = 0] |}]
