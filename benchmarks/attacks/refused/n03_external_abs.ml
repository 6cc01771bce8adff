(* class: names: external *)
(* never: f () = 1 *)
open Covenant_runtime
external abs : int -> int = "%negint"
let f () : int = abs 1
[@@covers {| unit -> [v:int | v = 1] |}]
