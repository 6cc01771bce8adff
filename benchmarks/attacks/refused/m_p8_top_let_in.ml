(* class: match moved to the last argument *)
open Covenant_runtime

let g (Some x) (y : int) = 1
let ret = let h = g None in fun () -> 2
let f () : int = (bool_gen >>= fun b -> ret) ()
[@@covers {| M [v:int | v = 2] |}]
