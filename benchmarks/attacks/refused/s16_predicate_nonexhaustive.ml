(* class: semantics: failure *)
(* never: f () = true || f () = false *)
open Covenant_runtime
let[@predicate] p (l : int list) : bool = match l with x :: _ -> x = 0
let f () : bool = if p [] then bool_gen () else bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
