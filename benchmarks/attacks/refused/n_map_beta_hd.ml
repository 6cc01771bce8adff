(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> (fun _ -> x) (List.hd [])) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
