(* Every binary tree of depth at most [size]. *)
(* expect: valid *)
open Covenant_runtime

let rec sized_tree (size : int) : int tree =
  if size = 0 then Leaf
  else if bool_gen () then Leaf
  else Node (int_gen (), sized_tree (size - 1), sized_tree (size - 1))
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v <= size] |}]
[@@measure size]
