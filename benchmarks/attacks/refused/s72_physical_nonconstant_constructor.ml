(* class: semantics: comparison *)
(* never: f () = true *)
open Covenant_runtime
type t = A | B of int
let f () : bool = B 1 == B 1
[@@covers {| unit -> [v:bool | v] |}]
