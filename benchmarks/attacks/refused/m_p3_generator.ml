(* class: match moved to the last argument *)
open Covenant_runtime

let g true () = 1
let f () : int = let m = g false in 2
[@@covers {| M [v:int | v = 2] |}]
