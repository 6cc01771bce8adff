open Covenant_runtime
let g () : int list = List.map (fun x -> let _ = List.length [x] in x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
