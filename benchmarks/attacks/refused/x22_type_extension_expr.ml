(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f (x : [%foo: int]) : int = x
[@@covers {| x:int -> [v:int | v = x] |}]
