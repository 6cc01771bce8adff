(* class: names: shadowing *)
(* reach: f () = 3 *)
open Covenant_runtime
let f () : int = let max (a : int) (b : int) = a + b in max 1 2
[@@covers {| unit -> [v:int | v = 3] |}]
