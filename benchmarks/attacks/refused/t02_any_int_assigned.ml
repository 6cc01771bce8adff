(* class: top-level effect *)
(* never: f () = 1 *)
open Covenant_runtime
let () = any_int := (fun () -> 0)
let f () : int = int_gen ()
[@@covers {| unit -> [v:int | true] |}]
