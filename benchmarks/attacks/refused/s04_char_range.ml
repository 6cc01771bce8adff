(* class: semantics: patterns *)
(* never: f () = 1 *)
open Covenant_runtime
let f () : int = match 'z' with 'a'..'y' -> 1 | _ -> 2
[@@covers {| unit -> [v:int | v = 1] |}]
