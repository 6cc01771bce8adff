open Covenant_runtime
let[@predicate] f (x : int) : int = let _ = x / 2 in x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
