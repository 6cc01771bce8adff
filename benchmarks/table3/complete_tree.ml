(* CompleteTree: every binary tree all of whose leaves are at depth [size]. *)
(* expect: valid *)
open Covenant_runtime

let rec complete_tree (size : int) : int tree =
  if size = 0 then Leaf
  else
    let root = int_gen () in
    let left = complete_tree (size - 1) in
    let right = complete_tree (size - 1) in
    Node (root, left, right)
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v = size && complete v] |}]
[@@measure size]
