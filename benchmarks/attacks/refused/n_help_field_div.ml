(* class: evaluation lost *)
open Covenant_runtime
type r = { a : int; b : int }
let f (x : int) : int = { a = x; b = 10 / x }.a
let g () : int list = List.map f [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
