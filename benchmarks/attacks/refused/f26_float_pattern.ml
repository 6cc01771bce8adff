(* class: float and foreign types *)
(* never: f () = 2 *)
open Covenant_runtime
let f () : int = match 0. with -0. -> 1 | _ -> 2
[@@covers {| unit -> [v:int | v = 2] |}]
