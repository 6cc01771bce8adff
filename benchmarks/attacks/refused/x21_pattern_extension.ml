(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f (x : int) : int = match x with [%foo? 1] -> 1 | _ -> x
[@@covers {| x:int -> [v:int | v = x] |}]
