(* class: semantics: comparison *)
(* never: f [1] = true && false *)
open Covenant_runtime
let[@predicate] same (x : int list) (y : int list) : bool = x == y
let f () : bool = same [1] [1]
[@@covers {| unit -> [v:bool | v] |}]
