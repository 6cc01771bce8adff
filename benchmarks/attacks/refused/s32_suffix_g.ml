(* class: semantics: integers *)
(* never: false *)
open Covenant_runtime
let f () : int = 1g
[@@covers {| unit -> [v:int | v = 1] |}]
