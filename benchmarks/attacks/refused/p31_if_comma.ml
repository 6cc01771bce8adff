(* class: formulas: a comma after `else` is inside it for OCaml *)
open Covenant_runtime
let f () : int = 0
[@@covers {| M [v:int | snd (if true then v else 1, true)] |}]
