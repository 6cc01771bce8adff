open Covenant_runtime
let g () : int list = List.map (fun x -> let _ = (match x with 1 -> 1 | _ -> 2) in x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
