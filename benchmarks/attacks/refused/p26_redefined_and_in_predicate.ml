(* class: formula scope *)
(* never: f () = 3 && false *)
open Covenant_runtime
let ( && ) (a : bool) (b : bool) : bool = a || b
let[@predicate] p (x : int) : bool = x = 3 && x = 4
let f () : int = err ()
[@@covers {| unit -> [v:int | p v] |}]
