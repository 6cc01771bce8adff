(* class: lexing *)
(* reach: f () = false *)
open Covenant_runtime
(* "a *) (* b" '"' don't {|x *)|} {foo|"|foo} *)
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
