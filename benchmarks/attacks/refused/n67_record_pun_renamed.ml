(* class: names: shadowing *)
(* never: f () = false *)
open Covenant_runtime
type r = { a : unit -> bool; b : int }
let { a = bool_gen; _ } = { a = (fun () -> true); b = 1 }
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
