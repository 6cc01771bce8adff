(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> (fun _ y -> y) (failwith "no") x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
