(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
let set () = choice := (fun _ -> 0)
let () = set ()
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
