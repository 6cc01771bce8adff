(* class: evaluation lost *)
open Covenant_runtime
let f (x : int) : int = match (x, 10 / x) with (a, _ as p) -> (match p with (c, _) -> c)
let g () : int list = List.map f [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
