(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> let b = ((match x with 1 -> 1) = 3) in if b then x else x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
