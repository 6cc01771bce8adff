(* The left subtree is made with a size that is one too small. *)
(* expect: rejected *)
(* missing: sized_tree 2 => Node (0, Node (0, Leaf, Leaf), Leaf) *)
open Covenant_runtime

let rec sized_tree (size : int) : int tree =
  if size = 0 then Leaf
  else if bool_gen () then Leaf
  else
    let root = int_gen () in
    let left = sized_tree (if size = 1 then 0 else size - 2) in
    let right = sized_tree (size - 1) in
    Node (root, left, right)
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v <= size] |}]
[@@measure size]
