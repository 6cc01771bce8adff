(* class: control, formula precedence *)
(* never: f () = 2 *)
open Covenant_runtime
let f () : int = let x = int_gen () in if x = 2 then err () else x
[@@covers {| unit -> [v:int | (v = 2 ==> v = 3) && true] |}]
