(* class: evaluation moved *)
(* reach: f () = 3 *)
open Covenant_runtime
let f = int_gen
[@@covers {| unit -> [v:int | true] |}]
