(* class: annotation *)
(* reach: f () = 3 *)
open Covenant_runtime
let[@inline] g (x : int) : int = x [@@warning "-32"]
let f () : int = (g [@inlined]) 3
[@@covers {| unit -> [v:int | v = 3] |}]
