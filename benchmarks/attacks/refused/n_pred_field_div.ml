(* class: evaluation lost *)
open Covenant_runtime
type r = { a : int; b : int }
let[@predicate] f (x : int) : int = { a = x; b = 10 / x }.a
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
