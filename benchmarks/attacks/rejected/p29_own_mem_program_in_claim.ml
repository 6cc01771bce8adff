(* class: formula scope *)
(* never: f () = [2] *)
open Covenant_runtime
let mem (l : int list) (x : int) : bool = true
let f () : int list = 1 :: []
[@@covers {| unit -> [v:int list | len v = 1 && mem v 1] |}]
