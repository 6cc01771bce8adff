(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let y = match [] with (x : int) :: _ -> x
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
