(* class: semantics: failure *)
(* never: f () = 2 *)
open Covenant_runtime
let f () : int = match (err () : int) with exception _ -> 1 | n -> 2
[@@covers {| unit -> [v:int | v = 2] |}]
