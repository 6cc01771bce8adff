(* class: evaluation moved *)
(* never: f () = true || f () = false *)
open Covenant_runtime
let refuse x = if true then err () else x
let h = refuse (fun () -> true)
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
