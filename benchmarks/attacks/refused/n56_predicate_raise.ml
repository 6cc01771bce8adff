(* class: names: shadowing *)
(* never: f () = 4 *)
open Covenant_runtime
let[@predicate] raise (x : int) : int = x
let f () : int = raise 3
[@@covers {| unit -> [v:int | v = 4] |}]
