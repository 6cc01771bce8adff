(* class: opens *)
(* never: f () = 9 *)
open Covenant_runtime
let root (t : int tree) (x : int) : bool = true
open Covenant_runtime
let f () : int = if root Leaf 3 then 9 else 8
[@@covers {| unit -> [v:int | v = 9] |}]
