(* class: evaluation moved *)
open Covenant_runtime
let f (k : int -> int -> int) : int * int = let h = k 0 in (h 1, h 2)
[@@covers {| k:(x:int -> z:int -> [v:int | true]) -> [v:int * int | true] |}]
