(* class: names: external *)
(* never: f () = 3 *)
open Covenant_runtime
external ( + ) : int -> int -> int = "%subint"
let f () : int = 1 + 2
[@@covers {| unit -> [v:int | v = 3] |}]
