(* class: witness evasion: initialisation *)
(* note: the choice is replaced only after some draws *)
(* never: false *)
open Covenant_runtime
let count = ref 0
let () = let old = !choice in choice := (fun n -> incr count; if !count > 100000 then 0 else old n)
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
