(* class: library as data *)
open Covenant_runtime
open StdLabels
let g (l : int list) : int list = List.map ~f:(fun x -> x) l
[@@covers {| l:{v:int list | true} -> [v:int list | v = 0 :: l] |}]
