(* class: names: shadowing *)
(* never: f () = false *)
open Covenant_runtime
let bool_gen (type a) (x : a) : bool = true
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
