(* class: semantics: types *)
open Covenant_runtime
type _ t = I : int -> int t | B : bool -> bool t
let f () : int t = I 3
[@@covers {| unit -> [v:int t | true] |}]
