(* class: evaluation moved *)
(* read: mk *)
(* read: two *)
open Covenant_runtime
let mk (g : int gen) : int gen = let x = g () in fun () -> x
[@@covers {| g:(M [v:int | true]) -> M [v:int | true] |}]
let two (g : int gen) : int * int = let a = g () in let b = g () in (a, b)
[@@covers {| g:(M [v:int | true]) -> [v:int * int | true] |}]
let f () : int * int = two (mk int_gen)
[@@covers {| M [v:int * int | true] |}]
