(* class: names: shadowing *)
(* never: f () = 3 *)
open Covenant_runtime
let (( + ), x) = (( - ), 0)
let f () : int = 1 + 2
[@@covers {| unit -> [v:int | v = 3] |}]
