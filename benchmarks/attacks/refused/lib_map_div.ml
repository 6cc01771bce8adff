(* class: library as data *)
open Covenant_runtime
let g (l : int list) : int = let _ = List.map (fun x -> 10 / x) l in 5
[@@covers {| l:{v:int list | true} -> [v:int | v = 5] |}]
