(* class: names: a type twice, which OCaml refuses *)
(* read: f *)
open Covenant_runtime
type t = A | B
let f () : t = if bool_gen () then A else B [@@covers {| M [v:t | true] |}]
type t = A | B | C
