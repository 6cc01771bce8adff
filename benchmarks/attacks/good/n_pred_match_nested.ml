open Covenant_runtime
let[@predicate] f (x : int) : int = match (let z = x + 1 in z * 2) with _ -> x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
