(* class: match moved to the last argument *)
open Covenant_runtime

let g (x :: _) (y : int) = 1
let f () : int = len (List.init 0 (g []))
[@@covers {| M [v:int | v = 0] |}]
