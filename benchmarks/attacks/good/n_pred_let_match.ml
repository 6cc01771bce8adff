open Covenant_runtime
let[@predicate] f (x : int) : int = let _ = (match x with 1 -> 1 | _ -> 2) in x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
