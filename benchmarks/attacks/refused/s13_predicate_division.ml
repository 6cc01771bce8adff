(* class: semantics: failure *)
(* never: f () = true || f () = false *)
open Covenant_runtime
let[@predicate] p (x : int) : bool = 10 / x < 3
let f () : bool = if p 0 then bool_gen () else bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
