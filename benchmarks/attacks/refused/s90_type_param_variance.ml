(* class: semantics: types *)
(* note: OCaml refuses: unbound type parameter *)
open Covenant_runtime
type t = A of 'a
let f () : t = A 1
[@@covers {| unit -> [v:t | v = A 1] |}]
