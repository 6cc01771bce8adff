(* class: float *)
(* reach: true *)
open Covenant_runtime
let f (x : float) : float = if bool_gen () then x else x
[@@covers {| x:float -> [v:float | v = x] |}]
