(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.filter (fun x -> let _ = 10 / x in true) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
