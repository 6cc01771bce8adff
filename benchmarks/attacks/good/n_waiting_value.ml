open Covenant_runtime
let total () : int = let sum = List.fold_left (fun a b -> a + b) 1 in sum [ 2; 3 ]
[@@covers {| unit -> [v:int | v = 6] |}]
