(* class: semantics: comparison *)
(* never: f () = true *)
open Covenant_runtime
type t = { x : int }
let f () : bool = { x = 1 } == { x = 1 }
[@@covers {| unit -> [v:bool | v] |}]
