(* One subtree is used on both sides, so that every level is symmetric. *)
(* expect: rejected *)
(* missing: complete_tree 2 => Node (0, Node (0, Leaf, Leaf), Node (1, Leaf, Leaf)) *)
open Covenant_runtime

let rec complete_tree (size : int) : int tree =
  if size = 0 then Leaf
  else
    let root = int_gen () in
    let left = complete_tree (size - 1) in
    Node (root, left, left)
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v = size && complete v] |}]
[@@measure size]
