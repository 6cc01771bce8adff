open Covenant_runtime
let[@predicate] f (x : int) : int = match x / 2 with _ -> x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
