(* class: library as data *)
open Covenant_runtime
let g (l : int list) : int = List.fold_left (fun a x -> if x = 0 then err () else a) 1 l
[@@covers {| l:{v:int list | true} -> [v:int | v = 1] |}]
