(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> let b = (10 / x = 3) in if b then x else x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
