(* class: extension node *)
(* never: false *)
open Covenant_runtime
let%foo[@predicate] p (x : int) : bool = x = 1
let f () : int = 1
[@@covers {| unit -> [v:int | p v] |}]
