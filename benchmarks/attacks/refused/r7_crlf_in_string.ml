(* class: lexing: an end of line of two characters in a text is one since OCaml 5.2 *)
open Covenant_runtime
let g () : int = String.length "a
b"
[@@covers {| unit -> [v:int | v = 4] |}]
