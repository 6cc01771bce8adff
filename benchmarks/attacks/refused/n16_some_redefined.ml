(* class: names: shadowing *)
(* never: f () = 1 *)
open Covenant_runtime
type t = None | Some of int
let f () : int option = if bool_gen () then Some 1 else None
[@@covers {| unit -> [v:int option | v = None || v = Some 1] |}]
