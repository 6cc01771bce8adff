open Covenant_runtime
let[@predicate] f (x : int) : int = fst (x, (match x with 1 -> 1 | _ -> 2))
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
