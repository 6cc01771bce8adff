(* class: control, a variable of the claim hides another *)
open Covenant_runtime
let f (x : int) : int list = [ int_range 0 x ]
[@@covers {| x:{v:int | 0 <= v} -> [v:int list | List.length v = 1 && List.for_all (fun v -> 0 <= v && v <= x) v] |}]
