(* A claim that is not true.

   This generator of binary search trees looks right: every tree that it returns is
   ordered and stays between the bounds. But it stops only where no integer is left
   to insert, so a tree that leaves one out is never returned. Tests that use it
   never see an empty set, nor a set with gaps. Covenant rejects the claim and names
   such a tree. *)
(* expect: rejected *)
(* missing: search_tree 0 2 => Leaf *)
open Covenant_runtime

let rec search_tree (lo : int) (hi : int) : int tree =
  if hi <= lo + 1 then Leaf
  else
    let root = int_range (lo + 1) (hi - 1) in
    let left = search_tree lo root in
    let right = search_tree root hi in
    Node (root, left, right)
[@@covers {|
  lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int tree | bst v && (forall u:int. tree_mem v u ==> (lo < u && u < hi))]
|}]
[@@measure hi - lo]
