(* class: semantics: comparison *)
(* never: f () = 1 *)
open Covenant_runtime
let f () : int = if true < false then 1 else 0
[@@covers {| unit -> [v:int | v = 1] |}]
