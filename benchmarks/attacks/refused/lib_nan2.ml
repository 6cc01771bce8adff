(* class: library as data *)
open Covenant_runtime
let g (x : float) : int = if List.mem x [x] then 1 else 2
[@@covers {| x:{v:float | true} -> [v:int | v = 1] |}]
