(* class: library as data *)
open Covenant_runtime
let g () : int = if "b" < "aa" then 1 else 2
[@@covers {| unit -> [v:int | v = 1] |}]
