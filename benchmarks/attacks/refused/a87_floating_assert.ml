(* class: annotation lost *)
(* read: f *)
open Covenant_runtime
[@@@predicate let p (x : int) : bool = false]
let f (b : bool) : int = 0 [@@covers {| b:bool -> [v:int | v = 0] |}]
