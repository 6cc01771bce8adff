(* class: names: claims *)
(* note: to OCaml a lemma is a definition *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
let[@predicate] f () : bool = true
