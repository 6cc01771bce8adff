open Covenant_runtime
let g () : int list = List.map (fun x -> let _ = (let z = x + 1 in z * 2) in x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
