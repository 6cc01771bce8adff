(* perfect_trees_only with the false fact that would justify it, as a lemma. It has
   no proof: a lopsided tree refutes it. *)
(* expect: rejected *)
(* missing: tree_of_depth 2 => Node (0, Node (0, Leaf, Leaf), Leaf) *)
open Covenant_runtime

let[@lemma] children_one_less (x : int) (l : int tree) (r : int tree) =
  depth (Node (x, l, r)) = depth l + 1 && depth (Node (x, l, r)) = depth r + 1

let rec tree_of_depth (size : int) : int tree =
  if size = 0 then Leaf
  else
    let root = int_gen () in
    let left = tree_of_depth (size - 1) in
    let right = tree_of_depth (size - 1) in
    Node (root, left, right)
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v = size] |}]
[@@measure size]
