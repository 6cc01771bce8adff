open Covenant_runtime
let g () : int list = List.map (fun x -> match Some (x / 2) with Some _ -> x | None -> 1) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
