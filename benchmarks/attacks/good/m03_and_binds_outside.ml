(* class: control, both sides of `and` see what was before *)
open Covenant_runtime
let f (a : int) (b : int) : int = if bool_gen () then a else b
[@@covers {| a:int -> b:int -> [v:int | let a = b and b = a in v = a && v <> b || v = b] |}]
