(* class: library as data *)
open Covenant_runtime
let g () : int = if List.exists (fun x -> 1 / x > 0) [0; 1] then 1 else 2
[@@covers {| unit -> [v:int | v = 1] |}]
