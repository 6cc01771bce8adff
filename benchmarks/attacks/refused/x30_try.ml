(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : bool = try%foo bool_gen () with Not_found -> true
[@@covers {| unit -> [v:bool | true] |}]
