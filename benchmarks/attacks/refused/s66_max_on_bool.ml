(* class: semantics: comparison *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = max true false
[@@covers {| unit -> [v:bool | not v] |}]
