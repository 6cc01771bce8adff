(* class: evaluation lost *)
open Covenant_runtime
let f (x : int) : int = let y = 10 / x in if x = 0 then x else (y - y) + x
let g () : int list = List.map f [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
