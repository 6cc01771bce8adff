(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : bool = match%x bool_gen () with true -> true | false -> false
[@@covers {| unit -> [v:bool | true] |}]
