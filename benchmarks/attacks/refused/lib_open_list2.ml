(* class: library as data *)
open Covenant_runtime
open List
let length (_ : int list) = 0
let g (l : int list) : int = length l
[@@covers {| l:{v:int list | true} -> [v:int | v = len l] |}]
