(* class: library as data *)
open Covenant_runtime
let g (l : int list) : int list = List.map (fun x -> if x > 3 then failwith "no" else x) l
[@@covers {| l:{v:int list | true} -> [v:int list | v = l] |}]
