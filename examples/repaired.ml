(* The repair of missing_value: one more line, and the same claim holds.

   Comparing the certificates of the two files shows what changed: the claim did
   not, the program did. *)
(* expect: valid *)
open Covenant_runtime

let rec search_tree (lo : int) (hi : int) : int tree =
  if hi <= lo + 1 then Leaf
  else if bool_gen () then Leaf
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
