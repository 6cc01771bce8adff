(* class: match moved to the last argument *)
open Covenant_runtime
let g (Some x : int option) (y : int) : int = y
let f () : int =
  let n = int_gen () in
  let h = g (if n = 123457 then None else Some n) in
  n
[@@covers {| M [v:int | true] |}]
