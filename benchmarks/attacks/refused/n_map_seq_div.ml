(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> ignore (10 / x); x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
