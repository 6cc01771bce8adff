(* class: evaluation moved *)
(* reach: f () = 3 *)
open Covenant_runtime
let f = int_gen >|= fun x -> x + 1
[@@covers {| unit -> [v:int | true] |}]
