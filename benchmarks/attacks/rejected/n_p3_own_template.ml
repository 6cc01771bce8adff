(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] rec app (f : int -> int) (x : int) (l : int list) : int = match l with [] -> f x | _ :: t -> app f x t
let f () : int * int = let g = app (fun x -> x) (int_gen ()) in (g [], g [])
[@@covers {| M [v:int * int| v = (1,2)] |}]
