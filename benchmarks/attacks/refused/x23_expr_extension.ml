(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f (x : int) : int = [%foo x]
[@@covers {| x:int -> [v:int | v = x] |}]
