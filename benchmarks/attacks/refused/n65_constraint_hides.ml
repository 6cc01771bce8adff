(* class: names: shadowing *)
(* never: f () = false *)
open Covenant_runtime
let bool_gen : 'a. 'a -> bool = fun _ -> true
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
