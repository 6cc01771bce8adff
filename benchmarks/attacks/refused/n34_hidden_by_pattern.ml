(* class: names: claims *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
let (f, g) = ((fun () -> true), (fun () -> true))
