(* class: semantics: types *)
(* note: OCaml refuses: a private type cannot be constructed *)
open Covenant_runtime
type t = private A | B
let f () : t = if bool_gen () then A else B
[@@covers {| unit -> [v:t | true] |}]
