(* class: annotation lost *)
open Covenant_runtime
let f (b : bool) : int = begin[@covers {| x |}] 0 end [@@covers {| b:bool -> [v:int | v = 0] |}]
