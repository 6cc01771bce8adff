(* class: formula scope *)
(* never: f () = 3 && false *)
open Covenant_runtime
let not (a : bool) : bool = a
let[@predicate] p (x : int) : bool = not (x = 3)
let f () : int = let x = int_gen () in if x = 3 then err () else x
[@@covers {| unit -> [v:int | p v] |}]
