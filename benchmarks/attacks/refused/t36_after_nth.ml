(* class: top-level effect after the claim *)
(* never: f () = 1 (the module does not start) *)
open Covenant_runtime
let f () : int = 1
[@@covers {| M [v:int | v = 1] |}]
let x = list_nth [] 0
