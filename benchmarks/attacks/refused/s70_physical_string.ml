(* class: semantics: comparison *)
(* never: f () = true *)
open Covenant_runtime
let f () : bool = "a" == "a"
[@@covers {| unit -> [v:bool | v] |}]
