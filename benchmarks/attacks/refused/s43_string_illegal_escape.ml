(* class: semantics: strings *)
(* never: f () = 1 *)
open Covenant_runtime
let f () : int = if "\q" = "\\q" then 0 else 1
[@@covers {| unit -> [v:int | v = 1] |}]
