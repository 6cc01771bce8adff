(* class: annotation lost: text of a claim *)
(* note: in OCaml the string is: unit -> [v:int | v = 10 || v = 1] *)
(* never: f () = 1 *)
open Covenant_runtime
let f () : int = 10
[@@covers "unit -> [v:int | v = 1\048 || v = 1]"]
