(* class: opens *)
(* reach: f () = B *)
type t = A | B
open Covenant_runtime
let f () : t = if bool_gen () then A else B
[@@covers {| unit -> [v:t | true] |}]
