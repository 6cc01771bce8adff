open Covenant_runtime
let g () : int list = List.map (fun x -> match x / 2 with _ -> x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
