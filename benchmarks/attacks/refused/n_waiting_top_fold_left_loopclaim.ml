(* class: evaluation lost *)
open Covenant_runtime
let rec loop () : int = loop ()
[@@covers {| M [v:int | false] |}]
let[@predicate] rec app (f : int -> int -> int) (x : int) (l : int list) : int = match l with [] -> f x x | y :: t -> app f x t
let[@predicate] own (x : int) (y : int) : int = x + y
let g = List.fold_left (fun a b -> a + b) (loop ())
let f () : int = 0
[@@covers {| M [v:int | v = 0] |}]
