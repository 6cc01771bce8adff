(* class: semantics: comparison *)
(* never: f () = true *)
open Covenant_runtime
let g (x : int) : int = x
let f () : bool = mem [g] g
[@@covers {| unit -> [v:bool | v] |}]
