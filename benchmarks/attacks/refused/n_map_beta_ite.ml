(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> (fun _ -> x) ((if x = 0 then 10 / x else 1))) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
