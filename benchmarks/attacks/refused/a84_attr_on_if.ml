(* class: annotation lost *)
open Covenant_runtime
let f (b : bool) : int = if[@covers {| x |}] b then 0 else 0 [@@covers {| b:bool -> [v:int | v = 0] |}]
