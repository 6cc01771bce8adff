(* class: evaluation lost *)
open Covenant_runtime
type r = { a : int; b : int }
let[@predicate] f (x : int) : int = { a = x; b = (match x with 1 -> 1) }.a
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
