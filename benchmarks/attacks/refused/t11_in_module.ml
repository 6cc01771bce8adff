(* class: top-level effect *)
(* never: f () = false *)
open Covenant_runtime
module M = struct let () = choice := (fun _ -> 0) end
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
