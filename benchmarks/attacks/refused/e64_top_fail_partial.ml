(* class: evaluation moved *)
(* never: f () = 3 *)
open Covenant_runtime
let h = let c : int = err () in fun (x : int) () -> 3
let f () : int = let k = h 0 in 3
[@@covers {| unit -> [v:int | v = 3] |}]
