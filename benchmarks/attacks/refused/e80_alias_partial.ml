(* class: evaluation moved *)
(* read: g *)
open Covenant_runtime
let g (x : int) : int -> int = let y = int_gen () in fun (z : int) -> y + z
[@@covers {| x:int -> z:int -> [v:int | true] |}]
let f () : int * int = let k = g in let h = k 0 in (h 1, h 2)
[@@covers {| M [v:int * int | true] |}]
