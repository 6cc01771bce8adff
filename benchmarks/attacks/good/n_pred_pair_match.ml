open Covenant_runtime
let[@predicate] f (x : int) : int = let (a, _) = (x, (match x with 1 -> 1 | _ -> 2)) in a
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
