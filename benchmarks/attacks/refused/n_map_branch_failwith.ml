(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> let y = failwith "no" in if x = 0 then x else (y - y) + x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
