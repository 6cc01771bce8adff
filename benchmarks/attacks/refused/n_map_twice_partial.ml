(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> let y = (match x with 1 -> 1) in let _ = y in x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
