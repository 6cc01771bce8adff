(* class: top-level effect after the claim *)
open Covenant_runtime
let f () : int = 1
[@@covers {| M [v:int | v = 1] |}]
let () = print_string "x"
