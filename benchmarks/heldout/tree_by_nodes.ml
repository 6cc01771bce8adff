(* Every binary tree of exactly [nodes] nodes: the nodes are divided between the two
   subtrees in every possible way. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let[@predicate] rec count (t : int tree) : int =
  match t with Leaf -> 0 | Node (_, l, r) -> 1 + count l + count r

let rec tree_by_nodes (nodes : int) : int tree =
  if nodes = 0 then Leaf
  else
    let on_the_left = int_range 0 (nodes - 1) in
    let root = int_gen () in
    let left = tree_by_nodes on_the_left in
    let right = tree_by_nodes (nodes - 1 - on_the_left) in
    Node (root, left, right)
[@@covers {| nodes:{v:int | 0 <= v} -> [v:int tree | count v = nodes] |}]
[@@measure nodes]
