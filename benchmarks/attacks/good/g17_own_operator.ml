(* class: opens *)
(* reach: f () = 3 *)
open Covenant_runtime
let ( <+> ) (a : int) (b : int) : int = int_range a b
let f () : int = 1 <+> 5
[@@covers {| unit -> [v:int | 1 <= v && v <= 5] |}]
