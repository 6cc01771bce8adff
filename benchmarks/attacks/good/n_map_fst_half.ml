open Covenant_runtime
let g () : int list = List.map (fun x -> fst (x, x / 2)) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
