(* class: extension node *)
(* never: false *)
open Covenant_runtime
type%foo t = A | B
let f () : t = if bool_gen () then A else B
[@@covers {| unit -> [v:t | true] |}]
