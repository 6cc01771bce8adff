(* class: witness evasion: initialisation *)
(* never: f () = false *)
open Covenant_runtime
let () = exit 0
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
