(* class: semantics: failure *)
(* never: f 0 = true || f 0 = false *)
open Covenant_runtime
let[@predicate] p (x : int) : bool = 10 / x < 3
let f (x : int) : bool = p x
[@@covers {| x:int -> [v:bool | v <=> p x] |}]
