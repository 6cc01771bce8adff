(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : bool = begin%foo bool_gen () end
[@@covers {| unit -> [v:bool | true] |}]
