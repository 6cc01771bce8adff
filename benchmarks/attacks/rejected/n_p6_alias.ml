(* class: evaluation lost *)
open Covenant_runtime
let h () : int * int = let k = int_gen () in let g = List.fold_left (fun a b -> a + b) (int_range 0 1) in let h = g in (h [],h [])
[@@covers {| M [v:int*int | v = (0,1)] |}]
