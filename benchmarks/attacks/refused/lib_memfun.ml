(* class: library as data *)
open Covenant_runtime
let g () : int = if List.mem (fun x -> x + 0) [(fun x -> x + 1)] then 1 else 2
[@@covers {| unit -> [v:int | v = 2] |}]
