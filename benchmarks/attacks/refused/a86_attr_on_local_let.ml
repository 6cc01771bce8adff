(* class: annotation lost *)
open Covenant_runtime
let f (b : bool) : int = let[@covers {| x |}] g () = 0 in g () [@@covers {| b:bool -> [v:int | v = 0] |}]
