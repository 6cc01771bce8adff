(* class: library as data *)
open Covenant_runtime
open String
let g (s : string) : int = length s
[@@covers {| s:{v:string | true} -> [v:int | v = 0] |}]
