open Covenant_runtime
let g (y : int) (Some x : int option) : int = x + y
let f () : int = let h = g 2 in h (Some (int_gen ()))
[@@covers {| unit -> [v:int | true] |}]
