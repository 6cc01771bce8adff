(* class: extension *)
(* reach: f () = B *)
open Covenant_runtime
type t = A | B [@@deriving show]
let f () : t = if bool_gen () then A else B
[@@covers {| unit -> [v:t | true] |}]
