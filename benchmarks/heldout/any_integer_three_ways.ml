(* Three branches that cover every integer only together. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let near (x : int) : int =
  let y = int_gen () in
  if y < x then y else if y = x then x else y
[@@covers {| x:{v:int | true} -> [v:int | true] |}]
