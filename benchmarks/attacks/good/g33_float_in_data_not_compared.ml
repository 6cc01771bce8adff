(* class: float *)
(* reach: true *)
open Covenant_runtime
type t = { w : float; n : int }
let f (x : float) : t = { w = x; n = int_gen () }
[@@covers {| x:float -> [v:t | v.w = x] |}]
