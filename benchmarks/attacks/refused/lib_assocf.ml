(* class: library as data *)
open Covenant_runtime
let g (x : float) : int = if List.mem_assoc x [(x, 1)] then 1 else 2
[@@covers {| x:{v:float | true} -> [v:int | v = 1] |}]
