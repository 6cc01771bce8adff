(* The nodes are divided evenly between the two subtrees. *)
(* expect: rejected *)
(* missing: tree_by_nodes 3 => Node (0, Leaf, Node (0, Leaf, Node (0, Leaf, Leaf))) *)
open Covenant_runtime

let[@predicate] rec count (t : int tree) : int =
  match t with Leaf -> 0 | Node (_, l, r) -> 1 + count l + count r

let rec tree_by_nodes (nodes : int) : int tree =
  if nodes = 0 then Leaf
  else
    let on_the_left = (nodes - 1) / 2 in
    let root = int_gen () in
    let left = tree_by_nodes on_the_left in
    let right = tree_by_nodes (nodes - 1 - on_the_left) in
    Node (root, left, right)
[@@covers {| nodes:{v:int | 0 <= v} -> [v:int tree | count v = nodes] |}]
[@@measure nodes]
