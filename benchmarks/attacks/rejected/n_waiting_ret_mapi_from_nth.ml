(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] rec app (f : int -> int -> int) (x : int) (l : int list) : int = match l with [] -> f x x | y :: t -> app f x t
let[@predicate] own (x : int) (y : int) : int = x + y
let mk (_ : int) = app (fun a b -> a + b) (List.nth [] 0)
let f () : int = let g = mk 0 in 0
[@@covers {| M [v:int | v = 0] |}]
