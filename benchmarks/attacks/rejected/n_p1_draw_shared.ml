(* class: evaluation lost *)
open Covenant_runtime
let f () : int * int = let g = List.fold_left (fun a b -> a + b) (int_gen ()) in (g [], g [])
[@@covers {| M [v:int * int | true] |}]
