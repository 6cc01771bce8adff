(* class: semantics: types *)
(* never: false *)
open Covenant_runtime
let f () = if bool_gen () then `A else `B
[@@covers {| unit -> [v:int | true] |}]
