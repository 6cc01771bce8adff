(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> let _ = int_range 1 0 in x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
