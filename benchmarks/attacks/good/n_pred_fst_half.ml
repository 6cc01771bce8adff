open Covenant_runtime
let[@predicate] f (x : int) : int = fst (x, x / 2)
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
