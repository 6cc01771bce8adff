(* Both subtrees come from a call at exactly [size - 1], so that only perfect trees
   are made. A checker that believes "every child has depth (depth t - 1)" accepts
   this; a lopsided tree of the right depth is missing. *)
(* expect: rejected *)
(* missing: tree_of_depth 2 => Node (0, Node (0, Leaf, Leaf), Leaf) *)
open Covenant_runtime

let rec tree_of_depth (size : int) : int tree =
  if size = 0 then Leaf
  else
    let root = int_gen () in
    let left = tree_of_depth (size - 1) in
    let right = tree_of_depth (size - 1) in
    Node (root, left, right)
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v = size] |}]
[@@measure size]
