(* class: evaluation lost *)
open Covenant_runtime
let g = List.fold_left (fun a b -> a + b) (int_gen ())
let h () : int * int = (g [], g [])
[@@covers {| M [v:int*int | v = (5,6)] |}]
