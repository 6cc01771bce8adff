open Covenant_runtime
type point = { x : int; y : int }
let g (a, _) () { x; y = _ } (n : int) : int = a + x + n
let f () : int = let h = g (1, 2) () in let k = h { x = 3; y = 4 } in k (int_gen ())
[@@covers {| unit -> [v:int | true] |}]
