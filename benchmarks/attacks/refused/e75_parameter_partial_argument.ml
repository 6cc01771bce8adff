(* class: evaluation moved *)
open Covenant_runtime
let twice (g : int -> int) : int * int = (g 1, g 2)
let f (k : int -> int -> int) : int * int = twice (k 0)
[@@covers {| k:(x:int -> z:int -> [v:int | true]) -> [v:int * int | true] |}]
