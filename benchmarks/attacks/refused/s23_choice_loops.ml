(* class: semantics: failure *)
(* never: f () = 1 *)
open Covenant_runtime
let rec loop () : int = loop ()
let f () : int = 1 <+> loop ()
[@@covers {| unit -> [v:int | v = 1] |}]
