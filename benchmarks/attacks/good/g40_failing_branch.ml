(* class: failure *)
(* reach: f () = 1 *)
open Covenant_runtime
let f () : int = let x = int_gen () in if x = 0 then err () else x
[@@covers {| unit -> [v:int | v <> 0] |}]
