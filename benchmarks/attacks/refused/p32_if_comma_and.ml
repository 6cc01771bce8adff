(* class: formulas: a comma after `else` is inside it for OCaml *)
open Covenant_runtime
let f () : bool = true
[@@covers {| M [v:bool | fst (v && if v then true else false, 1)] |}]
