open Covenant_runtime
let g () : int list = List.map (fun x -> let (a, _) = (x, x / 2) in a) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
