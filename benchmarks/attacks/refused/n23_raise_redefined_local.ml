(* class: names: shadowing *)
(* never: f () = 4 *)
open Covenant_runtime
let f () : int = let raise x = 3 in raise Exit
[@@covers {| unit -> [v:int | v = 4] |}]
