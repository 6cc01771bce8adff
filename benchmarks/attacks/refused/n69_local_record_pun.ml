(* class: names: shadowing *)
(* never: f () = false *)
open Covenant_runtime
type r = { bool_gen : unit -> bool }
let f () : bool = let { bool_gen } = { bool_gen = fun () -> true } in bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
