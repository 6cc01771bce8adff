(* class: names: external *)
(* never: f () = 2 *)
open Covenant_runtime
external succ : int -> int = "%predint"
let f () : int = succ 1
[@@covers {| unit -> [v:int | v = 2] |}]
