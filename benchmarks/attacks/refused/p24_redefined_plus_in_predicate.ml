(* class: formula scope *)
(* never: f () = 3 *)
open Covenant_runtime
let ( + ) (a : int) (b : int) : int = 7
let[@predicate] p (x : int) : bool = x = 1 + 2
let f () : int = 3
[@@covers {| unit -> [v:int | p v] |}]
