(* class: evaluation lost *)
open Covenant_runtime
let f (x : int) : int = let b = (10 / x = 3) in if b then x else x
let g () : int list = List.map f [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
