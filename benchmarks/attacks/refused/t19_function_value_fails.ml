(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let g = let c : int = err () in fun (x : int) -> x
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
