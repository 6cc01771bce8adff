(* class: evaluation lost *)
open Covenant_runtime
let g () : int list = List.map (fun x -> (fun _ -> x) ((match x with 1 -> 1))) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
