(* class: names: external *)
(* never: f () = true *)
open Covenant_runtime
external not : bool -> bool = "%identity"
let f () : bool = not false
[@@covers {| unit -> [v:bool | v] |}]
