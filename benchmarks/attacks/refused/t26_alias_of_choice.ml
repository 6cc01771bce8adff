(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let c = choice
let () = c := (fun _ -> 0)
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
