(* class: a claim that is not total *)
open Covenant_runtime
let f (n : int) : int = n
[@@covers {| n:int -> [v:int | let _ = 10 / n in v = n] |}]
