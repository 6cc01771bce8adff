(* class: failure *)
(* reach: f () = 3 *)
open Covenant_runtime
let f () : int = let x = int_gen () in assert (x > 0); x
[@@covers {| unit -> [v:int | v > 0] |}]
