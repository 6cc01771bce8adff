(* class: semantics: failure *)
(* never: f () = 2 *)
open Covenant_runtime
let f () : int = try err () with _ -> 1
[@@covers {| unit -> [v:int | v = 2] |}]
