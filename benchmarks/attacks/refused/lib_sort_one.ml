(* class: library as data *)
open Covenant_runtime
let g (l : int list) : int list = List.sort (fun _ _ -> 1) l
[@@covers {| l:{v:int list | true} -> [v:int list | v = l] |}]
