(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> match (x, 10 / x) with (a, _ as p) -> (match p with (c, _) -> c)) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
