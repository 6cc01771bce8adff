(* class: opens *)
(* never: f () = false *)
open Covenant_runtime
module X = struct let bool_gen () = true end
module Covenant_runtime = X
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
