(* class: opens *)
(* never: f () = 7 *)
let list_len (l : int list) : int = 7
open Covenant_runtime
let f () : int = list_len []
[@@covers {| unit -> [v:int | v = 7] |}]
