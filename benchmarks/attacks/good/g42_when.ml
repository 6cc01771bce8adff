(* class: patterns *)
(* reach: f 3 = 1 *)
open Covenant_runtime
let f (x : int) : int = match x with 0 -> 0 | n when n > 0 -> 1 | _ -> 2
[@@covers {| x:int -> [v:int | if x = 0 then v = 0 else if x > 0 then v = 1 else v = 2] |}]
