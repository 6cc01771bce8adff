(* class: evaluation lost *)
open Covenant_runtime
let g () : int option = Option.map (fun x -> let _ = 10 / x in x) (Some 0)
[@@covers {| unit -> [v:int option | v = Some 0] |}]
