(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let rec pick (n : int) : int = if n = 0 then err () else pick (n - 1)
let y = pick 3
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
