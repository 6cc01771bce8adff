(* class: semantics: types *)
(* note: OCaml refuses *)
open Covenant_runtime
type t = private int
let f () : t = int_gen ()
[@@covers {| unit -> [v:t | true] |}]
