(* UnbalanceSet: every set kept as an unbalanced search tree of depth at most
   [size], with all elements strictly between [lo] and [hi]; nothing is asked of
   these two. Candidates for the root are drawn from all integers and filtered. *)
(* expect: valid *)
open Covenant_runtime

let rec unbalance_set (size : int) (lo : int) (hi : int) : int tree =
  if size = 0 || hi <= lo + 1 then Leaf
  else if bool_gen () then Leaf
  else
    let root = int_gen () in
    if lo < root && root < hi then
      let left = unbalance_set (size - 1) lo root in
      let right = unbalance_set (size - 1) root hi in
      Node (root, left, right)
    else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | true} ->
  [v:int tree | bst v && depth v <= size
                && (forall u:int. tree_mem v u ==> (lo < u && u < hi))]
|}]
[@@measure size]
