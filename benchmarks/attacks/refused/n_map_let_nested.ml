(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> let _ = (let z = 10 / x in 1) in x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
