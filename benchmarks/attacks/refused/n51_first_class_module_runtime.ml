(* class: opens *)
(* never: f () = false *)
open Covenant_runtime
module type S = sig val bool_gen : unit -> bool end
let (module Covenant_runtime : S) = (module struct let bool_gen () = true end : S)
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
