(* class: formula semantics *)
(* note: 1 / 0 in a claim: what is promised? OCaml's formula raises *)
(* never: f () = 1 && false *)
open Covenant_runtime
let f () : int = int_gen ()
[@@covers {| unit -> [v:int | v / 0 = v / 0] |}]
