(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] first (x : int) (_ : int) : int = x
let[@predicate] at (g : int -> int) (x : int) : int = g x

let f () : int =
  let _ = at (first (failwith "no")) in
  3
[@@covers {| M [v:int | v = 3] |}]
