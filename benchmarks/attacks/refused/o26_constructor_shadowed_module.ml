(* class: opens *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = let module M = struct let bool_gen () = true end in let open M in bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
