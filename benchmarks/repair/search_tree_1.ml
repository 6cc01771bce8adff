(* Every binary search tree of depth at most [size] whose elements lie
   strictly between [lo] and [hi]. Without its base case. *)
(* expect: rejected *)
(* missing: search_tree 0 0 0 => Leaf *)
open Covenant_runtime

let rec search_tree (size : int) (lo : int) (hi : int) : int tree =
  if size = 0 then err ()
  else if hi <= lo + 1 then Leaf
  else
    let root = int_range (lo + 1) (hi - 1) in
    if bool_gen () then Leaf
    else Node (root, search_tree (size - 1) lo root, search_tree (size - 1) root hi)
[@@covers {|
  size:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int tree | bst v && depth v <= size
                && (forall u:int. tree_mem v u ==> (lo < u && u < hi))]
|}]
[@@measure size]
