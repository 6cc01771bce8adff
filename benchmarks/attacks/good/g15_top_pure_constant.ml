(* class: evaluation moved *)
(* reach: f () = 7 *)
open Covenant_runtime
let limit = 3 + 4
let f () : int = int_range 0 limit
[@@covers {| unit -> [v:int | 0 <= v && v <= 7] |}]
