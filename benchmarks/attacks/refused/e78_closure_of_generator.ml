(* class: evaluation moved *)
open Covenant_runtime
let mk (g : int gen) : int gen = let x = g () in fun () -> x
let f () : int * int = let h = mk int_gen in (h (), h ())
[@@covers {| M [v:int * int | true] |}]
