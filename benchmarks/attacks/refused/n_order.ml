(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.sort (fun a b -> compare (let _ = 10 / a in a) (let _ = 10 / b in b)) [0; 0]
[@@covers {| unit -> [v:int list | v = [0; 0]] |}]
