(* class: lexing: good neighbour of texts with an end of line of two characters *)
open Covenant_runtime
let g () : int = String.length "a\r\nb"
[@@covers {| unit ->
  [v:int | v = 4] |}]
