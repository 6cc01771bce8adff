(* class: opens *)
(* never: f () = false *)
open Covenant_runtime
module Stdlib = struct let bool_gen () = true end
open Stdlib
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
