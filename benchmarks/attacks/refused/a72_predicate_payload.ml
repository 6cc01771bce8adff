(* class: annotation lost *)
(* note: payload of [@predicate] *)
open Covenant_runtime
let[@predicate "opaque"] p (x : int) : bool = x = 0
let f () : int = 0 [@@covers {| unit -> [v:int | p v] |}]
