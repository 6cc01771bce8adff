(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : bool = ignore 1;%foo bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
