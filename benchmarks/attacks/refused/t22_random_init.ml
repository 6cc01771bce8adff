(* class: top-level effect *)
(* note: reseeding the generator with a constant at each call: the sequence is fixed, so only one value ever *)
(* never: false *)
open Covenant_runtime
let f () : bool = Random.init 0; bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
