(* class: formula scope *)
(* note: p is not known at the claim *)
open Covenant_runtime
let f () : int = 0
[@@covers {| unit -> [v:int | p v] |}]
let[@predicate] p (x : int) : bool = x = 0
