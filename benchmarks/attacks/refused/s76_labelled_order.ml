(* class: semantics: labels *)
(* never: f () = 1 *)
open Covenant_runtime
let sub ~a ~b = a - b
let f () : int = sub ~b:1 ~a:2
[@@covers {| unit -> [v:int | v = -1] |}]
