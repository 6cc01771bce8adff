(* class: semantics: failure *)
(* never: f () = 3 *)
open Covenant_runtime
let rec loop (n : int) : int = loop n
let f () : int = let _ = loop 0 in 3
[@@covers {| unit -> [v:int | v = 3] |}]
