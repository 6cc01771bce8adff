(* class: extension node *)
(* never: false *)
open Covenant_runtime
let[@predicate] p (x : int) : bool = if%flip x = 1 then true else false
let f () : int = 1
[@@covers {| unit -> [v:int | p v] |}]
