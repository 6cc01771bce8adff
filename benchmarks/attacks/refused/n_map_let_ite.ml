(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> let _ = (if x = 0 then 10 / x else 1) in x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
