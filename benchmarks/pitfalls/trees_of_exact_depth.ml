(* The repaired neighbour of perfect_trees_only: one subtree has depth [size - 1],
   the other any smaller or equal depth, and a coin decides which is which. *)
(* expect: valid *)
open Covenant_runtime

let rec tree_of_depth (size : int) : int tree =
  if size = 0 then Leaf
  else
    let root = int_gen () in
    let other_size = int_range 0 (size - 1) in
    let deep = tree_of_depth (size - 1) in
    let other = tree_of_depth other_size in
    if bool_gen () then Node (root, deep, other) else Node (root, other, deep)
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v = size] |}]
[@@measure size]
