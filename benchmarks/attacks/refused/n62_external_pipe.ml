(* class: names: external *)
(* never: f () = 3 *)
open Covenant_runtime
external ( |> ) : int -> int -> int = "%addint"
let f () : int = 1 |> 1
[@@covers {| unit -> [v:int | v = 3] |}]
