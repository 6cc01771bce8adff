(* class: names: shadowing *)
(* never: f () = false *)
open Covenant_runtime
let [| bool_gen |] = [| fun () -> true |]
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
