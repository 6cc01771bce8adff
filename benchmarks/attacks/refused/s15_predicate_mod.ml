(* class: semantics: failure *)
(* never: f () = 0 *)
open Covenant_runtime
let[@predicate] q (x : int) : int = (10 mod x) * 0
let f () : int = q 0
[@@covers {| unit -> [v:int | v = 0] |}]
