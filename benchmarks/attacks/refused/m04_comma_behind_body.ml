(* class: precedence *)
open Covenant_runtime
let f () : int * bool = (1, true)
[@@covers {| unit -> [v:int * bool | v = (match fst v with 1 -> 1 | _ -> 2, true)] |}]
