(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> (fun _ -> x) (int_range 1 0)) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
