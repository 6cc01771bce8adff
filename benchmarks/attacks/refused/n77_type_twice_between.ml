(* class: names: a type twice *)
open Covenant_runtime
type t = A | B
let g () : t = if bool_gen () then A else B
type t = A | B | C
let f () = g ()
[@@covers {| M [v:t | true] |}]
