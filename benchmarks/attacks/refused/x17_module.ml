(* class: extension node *)
(* never: false *)
open Covenant_runtime
module%foo M = struct end
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
