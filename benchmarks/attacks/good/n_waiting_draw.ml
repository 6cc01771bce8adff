open Covenant_runtime
let start () : int = let sum = List.fold_left (fun a b -> a + b) (int_gen ()) in sum []
[@@covers {| unit -> [v:int | true] |}]
let twice () : int * int = let sum = List.fold_left (fun a b -> a + b) (int_gen ()) in (sum [], sum [])
[@@covers {| unit -> [v:int * int | fst v = snd v] |}]
