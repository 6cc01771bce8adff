(* class: control, formulas: `||` after `else` is inside it, as in OCaml *)
open Covenant_runtime
let f () : int = 0
[@@covers {| M [v:int | if v = 0 then true else v = 1 && v = 2 || false] |}]
