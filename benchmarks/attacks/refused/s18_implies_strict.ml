(* class: semantics: failure *)
(* note: ==> is an ordinary function in OCaml: both sides are evaluated *)
(* never: f () = true *)
open Covenant_runtime
let f () : bool = (false ==> (1 / 0 = 0))
[@@covers {| unit -> [v:bool | v] |}]
