(* class: names: shadowing *)
(* never: f () = false *)
open Covenant_runtime
let lazy bool_gen = lazy (fun () -> true)
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
