(* class: annotation lost *)
(* note: attribute on the value of a local let, not on the binding *)
open Covenant_runtime
let f () : int = let g () = (0 [@covers {| [v:int | true] |}]) in g () [@@covers {| unit -> [v:int | v = 0] |}]
