(* class: opens *)
(* never: f () = 7 *)
open Covenant_runtime
let[@predicate] len (l : int list) : int = 7
open Covenant_runtime
let f () : int = len []
[@@covers {| unit -> [v:int | v = 7] |}]
