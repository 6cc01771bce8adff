(* The left subtree is always a leaf. *)
(* expect: rejected *)
(* missing: unbalance_set 2 0 3 => Node (2, Node (1, Leaf, Leaf), Leaf) *)
open Covenant_runtime

let rec unbalance_set (size : int) (lo : int) (hi : int) : int tree =
  if size = 0 || hi <= lo + 1 then Leaf
  else if bool_gen () then Leaf
  else
    let root = int_gen () in
    if lo < root && root < hi then
      let right = unbalance_set (size - 1) root hi in
      Node (root, Leaf, right)
    else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | true} ->
  [v:int tree | bst v && depth v <= size
                && (forall u:int. tree_mem v u ==> (lo < u && u < hi))]
|}]
[@@measure size]
