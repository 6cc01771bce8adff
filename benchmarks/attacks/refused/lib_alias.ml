(* class: library as data *)
open Covenant_runtime
module L = List
module List = struct let length (_ : int list) = 0 end
let g (l : int list) : int = List.length l
[@@covers {| l:{v:int list | true} -> [v:int | v = len l] |}]
