(* class: control, lexing *)
open Covenant_runtime
let f () : bool = let a = 1 and b = 2 in a !=b
[@@covers {| unit -> [v:bool | v] |}]
