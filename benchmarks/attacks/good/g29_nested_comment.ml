(* class: lexing *)
(* reach: f () = false *)
open Covenant_runtime
(* a (* b *) c *)
let f () : bool = bool_gen () (* "*)" *)
[@@covers {| unit -> [v:bool | true] |}]
