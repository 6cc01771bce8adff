(* Fig. 4 with an upper bound that is ten above the lower one. *)
(* expect: rejected *)
(* missing: bst_gen_low_bound 0 => Node (11, Leaf, Leaf) *)
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

let bst_gen_low_bound (low : int) : int tree =
  bst_gen low (low + 10)
[@@covers {|
  low:{v:int | true} ->
  [v:int tree | bst v && (exists high:int. low <= high &&
     (forall u:int. tree_mem v u ==> (low < u && u < high)))]
|}]
