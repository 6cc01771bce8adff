(* class: opens *)
(* never: f () = false *)
open Covenant_runtime
module F (Covenant_runtime : sig val bool_gen : unit -> bool end) = struct end
module type S = sig end
include struct let bool_gen () = true end
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
