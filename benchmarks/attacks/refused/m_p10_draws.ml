(* class: match moved to the last argument *)
open Covenant_runtime
let g (Some x : int option) (y : int) : int = y + int_gen ()
let f () : int =
  let h = g None in
  if bool_gen () then int_gen () else h 1
[@@covers {| M [v:int | true] |}]
