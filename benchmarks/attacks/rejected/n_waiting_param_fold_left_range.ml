(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] rec app (f : int -> int -> int) (x : int) (l : int list) : int = match l with [] -> f x x | y :: t -> app f x t
let[@predicate] own (x : int) (y : int) : int = x + y
let k (_ : 'a) : int = 0
let f () : int = k (List.fold_left (fun a b -> a + b) ((int_range 1 0)))
[@@covers {| M [v:int | v = 0] |}]
