(* class: semantics: failure *)
(* never: f () = true *)
open Covenant_runtime
let[@predicate] p (x : int) : bool = (x <> 0) ==> (10 / x = 10 / x)
let f () : bool = p 0
[@@covers {| unit -> [v:bool | v] |}]
