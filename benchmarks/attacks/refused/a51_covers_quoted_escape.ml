(* class: annotation lost: text of a claim *)
(* never: f () = 1 *)
open Covenant_runtime
let f () : int = 0
[@@covers "unit -> [v:int | v = 0 \124\124 v = 1]"]
