(* class: match moved to the last argument *)
open Covenant_runtime

let f () : int = let h = (fun (Some x) y -> 1) None in 2
[@@covers {| M [v:int | v = 2] |}]
