(* Fig. 1 without its commented line: the tree ends only where no element fits any
   more, so that every tree contains all the integers between [lo] and [hi]. *)
(* expect: rejected *)
(* missing: bst_gen 0 10 => Leaf *)
(* missing: bst_gen 0 3 => Node (1, Leaf, Leaf) *)
open Covenant_runtime

let rec bst_gen (lo : int) (hi : int) : int tree =
  if hi <= lo + 1 then Leaf
  else
    let root = int_range (lo + 1) (hi - 1) in
    Node (root, bst_gen lo root, bst_gen root hi)
[@@covers {|
  lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int tree | bst v && (forall u:int. tree_mem v u ==> (lo < u && u < hi))]
|}]
[@@measure hi - lo]
