(* class: semantics: types *)
(* note: OCaml refuses: bool t violates the constraint *)
open Covenant_runtime
type 'a t = A of 'a constraint 'a = int
let f () : bool t = A (bool_gen ())
[@@covers {| unit -> [v:bool t | true] |}]
