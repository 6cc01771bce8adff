(* class: names: shadowing *)
(* never: g () = 4 *)
open Covenant_runtime
let f (raise : int -> int) : int = raise 3
let g () : int = f (fun x -> x)
[@@covers {| unit -> [v:int | v = 4] |}]
