(* class: control, formula scope *)
(* never: f 1 2 = 1 *)
open Covenant_runtime
let f (a : int) (b : int) : int = b
[@@covers {| n:int -> n:int -> [v:int | v = n] |}]
