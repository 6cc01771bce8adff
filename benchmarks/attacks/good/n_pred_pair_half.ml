open Covenant_runtime
let[@predicate] f (x : int) : int = let (a, _) = (x, x / 2) in a
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
