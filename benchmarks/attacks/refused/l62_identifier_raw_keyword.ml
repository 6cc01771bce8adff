(* class: lexing *)
open Covenant_runtime
let \#let (x : int) : int = x
let f () : int = \#let 3
[@@covers {| unit -> [v:int | v = 3] |}]
