open Covenant_runtime
let g () : int list = List.map (fun x -> match Some ((match x with 1 -> 1 | _ -> 2)) with Some _ -> x | None -> 1) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
