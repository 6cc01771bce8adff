open Covenant_runtime
let[@predicate] f (x : int) : int = match List.length [x] with _ -> x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
