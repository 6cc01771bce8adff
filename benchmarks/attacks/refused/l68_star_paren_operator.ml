(* class: lexing *)
(* never: f () = 6 *)
(* note: (*) is a comment opener *)
open Covenant_runtime
let f () : int = ( * ) 2 3 (*) 4 *)
[@@covers {| unit -> [v:int | v = 8] |}]
