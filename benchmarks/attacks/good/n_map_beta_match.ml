open Covenant_runtime
let g () : int list = List.map (fun x -> (fun _ y -> y) ((match x with 1 -> 1 | _ -> 2)) x) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
