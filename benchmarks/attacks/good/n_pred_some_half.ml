open Covenant_runtime
let[@predicate] f (x : int) : int = match Some (x / 2) with Some _ -> x | None -> 1
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
