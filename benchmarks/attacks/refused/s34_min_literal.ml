(* class: semantics: integers *)
(* never: false *)
open Covenant_runtime
let f () : int = 4611686018427387904
[@@covers {| unit -> [v:int | v = 4611686018427387904] |}]
