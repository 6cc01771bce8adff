(* Fig. 1 with its commented line: every binary search tree with elements strictly
   between [lo] and [hi]. *)
(* expect: valid *)
open Covenant_runtime

let rec bst_gen (lo : int) (hi : int) : int tree =
  if hi <= lo + 1 then Leaf
  else if bool_gen () then Leaf
  else
    let root = int_range (lo + 1) (hi - 1) in
    Node (root, bst_gen lo root, bst_gen root hi)
[@@covers {|
  lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int tree | bst v && (forall u:int. tree_mem v u ==> (lo < u && u < hi))]
|}]
[@@measure hi - lo]
