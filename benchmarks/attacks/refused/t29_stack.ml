(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let rec deep (n : int) : int = 1 + deep (n + 1)
let y = deep 0
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
