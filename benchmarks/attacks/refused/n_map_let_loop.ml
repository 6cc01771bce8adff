(* class: evaluation lost *)
open Covenant_runtime
let rec loop (x : int) : int = loop x
let g () : int list = List.map (fun x -> let _ = loop x in x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
