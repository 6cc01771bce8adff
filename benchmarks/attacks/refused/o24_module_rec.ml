(* class: opens *)
(* never: f () = false *)
open Covenant_runtime
module rec Covenant_runtime : sig val bool_gen : unit -> bool end = struct let bool_gen () = true end
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
