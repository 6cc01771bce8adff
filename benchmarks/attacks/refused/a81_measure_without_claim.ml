(* class: annotation lost *)
(* read: f *)
open Covenant_runtime
let g (n : int) : int = 0 [@@measure n]
let f (n : int) : int = 0 [@@covers {| n:int -> [v:int | v = 0] |}]
