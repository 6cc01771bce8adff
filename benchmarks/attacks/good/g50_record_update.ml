(* class: records *)
(* reach: f () = { a = 3; b = 2 } *)
open Covenant_runtime
type r = { a : int; b : int }
let f () : r = let x = { a = 1; b = 2 } in { x with a = int_gen () }
[@@covers {| unit -> [v:r | v.b = 2] |}]
