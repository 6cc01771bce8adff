(* class: library as data *)
open Covenant_runtime
let length (_ : int list) = 0
open List
let g (l : int list) : int = length l
[@@covers {| l:{v:int list | true} -> [v:int | v = 0] |}]
