(* Everything above [x] is replaced by [x]. *)
(* expect: rejected *)
(* missing: near 0 => 1 *)
open Covenant_runtime

let near (x : int) : int =
  let y = int_gen () in
  if y < x then y else x
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
