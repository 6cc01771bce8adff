(* class: top-level *)
(* reach: f () = 2 *)
open Covenant_runtime
let table = [1; 2; 3]
let pair = (1, 2)
let f () : int = snd pair
[@@covers {| unit -> [v:int | v = 2] |}]
