(* class: witness evasion: initialisation *)
(* never: f () = false *)
open Covenant_runtime
let () = at_exit (fun () -> print_endline "confirmed"); choice := (fun _ -> 0)
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
