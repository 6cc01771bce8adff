open Covenant_runtime
let g () : int list = List.map (fun x -> match (match x with 1 -> 1 | _ -> 2) with _ -> x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
